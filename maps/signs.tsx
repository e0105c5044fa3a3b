<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="signs" tilewidth="16" tileheight="16" tilecount="80" columns="16">
 <image source="signs.png" width="256" height="80"/>
</tileset>
