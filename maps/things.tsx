<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="things" tilewidth="16" tileheight="16" tilecount="16" columns="16">
 <properties>
  <property name="collision" propertytype="TpCollision" value="none"/>
 </properties>
 <image source="things.png" width="256" height="16"/>
 <tile id="0">
  <animation>
   <frame tileid="0" duration="120"/>
   <frame tileid="1" duration="120"/>
   <frame tileid="2" duration="120"/>
   <frame tileid="3" duration="120"/>
  </animation>
 </tile>
 <tile id="6">
  <animation>
   <frame tileid="6" duration="400"/>
   <frame tileid="7" duration="400"/>
  </animation>
 </tile>
 <tile id="8">
  <properties>
   <property name="collision" propertytype="TpCollision" value="ladder"/>
  </properties>
 </tile>
 <tile id="9">
  <properties>
   <property name="collision" propertytype="TpCollision" value="ladder"/>
  </properties>
 </tile>
</tileset>
