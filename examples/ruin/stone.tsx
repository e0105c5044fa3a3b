<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="stone" tilewidth="16" tileheight="16" tilecount="4" columns="4">
 <image source="ruin.png" width="64" height="16"/>
 <tile id="0" type="Stone">
  <properties>
   <property name="collision" value="solid"/>
  </properties>
 </tile>
 <tile id="1" type="Brick">
  <properties>
   <property name="collision" value="solid"/>
  </properties>
 </tile>
 <tile id="2" type="Plank">
  <properties>
   <property name="collision" value="one_way"/>
  </properties>
 </tile>
</tileset>
