<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="light" tilewidth="16" tileheight="16" tilecount="160" columns="16">
 <image source="light.png" width="256" height="160"/>
</tileset>
