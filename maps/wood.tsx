<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="wood" tilewidth="16" tileheight="16" tilecount="16" columns="16">
 <image source="wood.png" width="256" height="16"/>
 <tile id="0" type="Plank"/>
 <tile id="1" type="Plank"/>
 <tile id="2" type="Plank"/>
 <tile id="3" type="Plank"/>
 <tile id="4" type="Plank"/>
 <tile id="5" type="Plank"/>
 <tile id="6" type="Plank"/>
 <tile id="7" type="Plank"/>
 <tile id="8">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <properties>
     <property name="collision" propertytype="TpCollision" value="one_way"/>
    </properties>
    <polyline points="0,0 16,-16"/>
   </object>
  </objectgroup>
 </tile>
</tileset>
