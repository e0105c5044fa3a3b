<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="water" tilewidth="16" tileheight="16" tilecount="32" columns="16">
 <properties>
  <property name="collision" propertytype="TpCollision" value="water"/>
 </properties>
 <image source="water.png" width="256" height="32"/>
 <tile id="0">
  <animation>
   <frame tileid="0" duration="240"/>
   <frame tileid="1" duration="240"/>
   <frame tileid="2" duration="240"/>
   <frame tileid="3" duration="240"/>
  </animation>
 </tile>
 <tile id="4">
  <animation>
   <frame tileid="4" duration="240"/>
   <frame tileid="5" duration="240"/>
   <frame tileid="6" duration="240"/>
   <frame tileid="7" duration="240"/>
  </animation>
 </tile>
 <tile id="8">
  <properties>
   <property name="conveyor" type="float" value="60"/>
  </properties>
  <animation>
   <frame tileid="8" duration="66"/>
   <frame tileid="9" duration="66"/>
   <frame tileid="10" duration="66"/>
   <frame tileid="11" duration="66"/>
  </animation>
 </tile>
 <tile id="12">
  <properties>
   <property name="conveyor" type="float" value="60"/>
  </properties>
  <animation>
   <frame tileid="12" duration="66"/>
   <frame tileid="13" duration="66"/>
   <frame tileid="14" duration="66"/>
   <frame tileid="15" duration="66"/>
  </animation>
 </tile>
</tileset>
