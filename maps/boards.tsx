<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="boards" tilewidth="16" tileheight="16" tilecount="32" columns="16">
 <image source="boards.png" width="256" height="32"/>
</tileset>
