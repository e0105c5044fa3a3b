<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="slopes" tilewidth="16" tileheight="16" tilecount="816" columns="16">
 <image source="slopes.png" width="256" height="816"/>
 <tile id="127">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="128">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="129">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="130">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="131">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="132">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="133">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="134">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="135">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="136">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="137">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="138">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="139">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="140">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="141">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="142">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="143">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="144">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="145">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="146">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="147">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="148">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="149">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="150">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="151">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="152">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="153">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="154">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="155">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="156">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="157">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="158">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="159">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="160">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="161">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="162">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="163">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="164">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="165">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="166">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="167">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="168">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="169">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="170">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="171">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="172">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="173">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="174">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="175">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="176">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="177">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="178">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="179">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="180">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="181">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="182">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="183">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="184">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="185">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="186">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="187">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="188">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="189">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="190">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="191">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="192">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="193">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="194">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="195">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="196">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="197">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="198">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="199">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="200">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="201">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="202">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="203">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="204">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="205">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="206">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="207">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="208">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="209">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="210">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="211">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="212">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="213">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="214">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="215">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="216">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="217">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="218">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="219">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="220">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="221">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="222">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="223">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="224">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="225">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="226">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="227">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="228">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="229">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="230">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="231">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="232">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="233">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="234">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="235">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="236">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="237">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="238">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="239">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="240">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="241">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="242">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="243">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="244">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="245">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="246">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="247">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="248">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="249">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="250">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="251">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="252">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="253">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="254">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="255">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="256">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="257">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="258">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="259">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="260">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="261">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="262">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="263">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="264">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="265">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="266">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="267">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="268">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="269">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="270">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="271">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="272">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="273">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="274">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="275">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="276">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="277">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="278">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="279">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="280">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="281">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="282">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="283">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="284">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="285">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="286">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="287">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="288">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="289">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="290">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="291">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="292">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="293">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="294">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="295">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="296">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="297">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="298">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="299">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="300">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="301">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="302">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="303">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="304">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="305">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="306">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="307">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="308">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="309">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="310">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="311">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="312">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="313">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="314">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="315">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="316">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="317">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="318">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="319">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="320">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="321">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="322">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="323">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="324">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="325">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="326">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="327">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="328">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="329">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="330">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="331">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="332">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="333">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="334">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="335">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="336">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="337">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="338">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="339">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="340">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="341">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="342">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="343">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="344">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="345">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="346">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="347">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="348">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="349">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="350">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="351">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="352">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="353">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="354">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="355">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="356">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="357">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="358">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="359">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="360">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="361">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="362">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="363">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="364">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="365">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="366">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="367">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="368">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="369">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="370">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="371">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="372">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="373">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="374">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="375">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="376">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="377">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="378">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="379">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="380">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="381">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="382">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="383">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="384">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="385">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="386">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="387">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="388">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="389">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="390">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="391">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="392">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="393">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="394">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="395">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="396">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="397">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="398">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="399">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="400">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="401">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="402">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="403">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="404">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="405">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="406">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="407">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="408">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="501">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="502">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="503">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="504">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="505">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="506">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="507">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="508">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="509">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="510">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="511">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="512">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="513">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="514">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="515">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="516">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="517">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="518">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="519">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="520">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="521">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="522">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="523">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="524">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="525">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="526">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="527">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="528">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="529">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="530">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="531">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="532">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="533">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="534">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="535">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="536">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 0,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="537">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="538">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="539">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="540">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="541">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="542">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="543">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="544">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="545">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="546">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="547">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="548">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="549">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="550">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="551">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="552">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="553">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="554">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="555">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="556">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="557">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="558">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0">
    <polygon points="0,0 8,0 8,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="559">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="560">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="561">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="562">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="563">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="564">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="565">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="566">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="567">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="568">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="569">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="570">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="571">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="572">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="573">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="574">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="575">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="12" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="576">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="577">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="4" width="16" height="12"/>
  </objectgroup>
 </tile>
 <tile id="578">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="579">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="580">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="4" width="16" height="12"/>
  </objectgroup>
 </tile>
 <tile id="581">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8" width="16" height="8"/>
  </objectgroup>
 </tile>
 <tile id="582">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="12" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="583">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="584">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="585">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="586">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="587">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="588">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="589">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="590">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="591">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="592">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="593">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="594">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="595">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="596">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="597">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="598">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="599">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="600">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="601">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="602">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="603">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="604">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="605">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="606">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="607">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="608">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="609">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="610">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="611">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="612">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="613">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="614">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="615">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="616">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="617">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="618">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="619">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="620">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="621">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="622">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="623">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 0,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="624">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="625">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="626">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="627">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="628">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0">
    <polygon points="0,0 8,0 8,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="629">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="630">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="631">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="632">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="634">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="635">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="636">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="637">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="638">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="639">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="640">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="653">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="654">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="655">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="656">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="657">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="658">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="659">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="660">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="661">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="662">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="663">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="664">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="665">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="666">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="667">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="668">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="669">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="670">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="671">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="672">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="673">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="674">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="675">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="676">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="677">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="678">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="679">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="680">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="681">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="682">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="683">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="684">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="685">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="686">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="687">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="688">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="689">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="690">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="691">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="692">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="693">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="694">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="695">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="696">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="697">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="698">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="699">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="700">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="701">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="702">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="703">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="704">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="705">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="706">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="707">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="708">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="709">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="710">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="711">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="712">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="713">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="714">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="715">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="716">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="717">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="718">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="719">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="720">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="721">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="722">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="723">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="724">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="725">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="726">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="727">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="728">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="729">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="730">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="731">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="732">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="733">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="734">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="735">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="736">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="762">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="763">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="764">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="765">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="766">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="767">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,16 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="768">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="769">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="770">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 16,8 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="771">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="772">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="773">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,0 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="774">
  <objectgroup draworder="index" id="2">
   <object id="1" x="16" y="0">
    <polygon points="0,0 0,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="775">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="776">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="777">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="778">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="0">
    <polygon points="0,0 8,0 8,16 -8,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="779">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="780">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="781">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 8,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="782">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="783">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="784">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="785">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="786">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="787">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="788">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="789">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="790">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="791">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="792">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="793">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="794">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="795">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="796">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="797">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="798">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0">
    <polygon points="0,0 16,8 16,16 0,16"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="799">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="800">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="801">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="802">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="803">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="804">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="805">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="806">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-8 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="807">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="8">
    <polygon points="0,0 16,-8 16,8 0,8"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="808">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
 <tile id="809">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="810">
  <properties>
   <property name="collision" propertytype="TpCollision" value="solid"/>
  </properties>
 </tile>
</tileset>
