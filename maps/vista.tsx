<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="vista" tilewidth="16" tileheight="16" tilecount="192" columns="16">
 <image source="vista.png" width="256" height="192"/>
</tileset>
