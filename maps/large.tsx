<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="large" tilewidth="32" tileheight="32" tilecount="8" columns="8">
 <image source="large.png" width="256" height="32"/>
 <tile id="0">
  <objectgroup draworder="index" id="2">
   <object id="1" x="10" y="0">
    <polygon points="0,0 14,2 22,12 22,24 16,32 -6,32 -10,22 -8,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="1">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="32">
    <polygon points="0,0 32,-16 32,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="32">
    <polygon points="0,0 16,-24 32,0"/>
   </object>
  </objectgroup>
 </tile>
</tileset>
