<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="decor" tilewidth="16" tileheight="16" tilecount="80" columns="16">
 <properties>
  <property name="collision" propertytype="TpCollision" value="none"/>
 </properties>
 <image source="decor.png" width="256" height="80"/>
</tileset>
