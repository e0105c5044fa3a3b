<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="course" tilewidth="16" tileheight="16" tilecount="32" columns="16">
 <image source="course.png" width="256" height="32"/>
 <tile id="0">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
   <property name="conveyor" type="float" value="40"/>
   <property name="surface" value="belt"/>
  </properties>
  <animation>
   <frame tileid="0" duration="50"/>
   <frame tileid="1" duration="50"/>
   <frame tileid="2" duration="50"/>
   <frame tileid="3" duration="50"/>
  </animation>
 </tile>
 <tile id="4">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
   <property name="friction" type="float" value="0.1"/>
   <property name="surface" value="ice"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
   <property name="friction" type="float" value="0.1"/>
   <property name="surface" value="ice"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="collision" propertytype="TpCollision" value="one_way"/>
   <property name="one_way_dir" propertytype="TpDirection" value="up"/>
  </properties>
 </tile>
 <tile id="16">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0">
    <polygon points="0,0 8,6 8,16 -8,16 -8,6"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="17">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0" width="11.313708498984761" height="11.313708498984761" rotation="45"/>
  </objectgroup>
 </tile>
 <tile id="18">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="16">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
 <tile id="19">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="4" width="16" height="8">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
 <tile id="20">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="0">
    <polygon points="0,0 8,0 12,8 8,16 0,16 -4,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="21">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="6">
    <polygon points="0,0 8,0 12,10 -4,10"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="22">
  <objectgroup draworder="index" id="2">
   <object id="1" x="2" y="2" width="14" height="4" rotation="30"/>
  </objectgroup>
 </tile>
 <tile id="23">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="5" height="8"/>
   <object id="2" x="11" y="8" width="5" height="8"/>
  </objectgroup>
 </tile>
 <tile id="24">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="4"/>
   <object id="2" x="5" y="4" width="6" height="8"/>
   <object id="3" x="0" y="12" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="25">
  <objectgroup draworder="index" id="2">
   <object id="1" x="4" y="4" width="8" height="8"/>
  </objectgroup>
 </tile>
 <tile id="26">
  <objectgroup draworder="index" id="2">
   <object id="1" x="13" y="0" width="3" height="16"/>
  </objectgroup>
 </tile>
 <tile id="27">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="3" height="16"/>
  </objectgroup>
 </tile>
</tileset>
