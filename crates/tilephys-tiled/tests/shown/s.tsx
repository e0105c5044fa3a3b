<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="s" tilewidth="16" tileheight="16" tilecount="2" columns="2">
 <image source="s.png" width="32" height="16"/>
 <tile id="0" type="Spike"><properties><property name="damage" type="float" value="4"/></properties></tile>
 <tile id="1" type="Gem"><properties><property name="worth" type="int" value="3"/><property name="shine" type="bool" value="true"/></properties></tile>
</tileset>