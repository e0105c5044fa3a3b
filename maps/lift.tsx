<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="lift" tilewidth="48" tileheight="16" tilecount="1" columns="1">
 <image source="lift.png" width="48" height="16"/>
</tileset>
