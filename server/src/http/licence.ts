/** What the makers of the map data ask to be told with it. */
export const mapLicence = `The map shows data of OpenStreetMap.

© OpenStreetMap contributors
https://www.openstreetmap.org/copyright

The data is available under the Open Database License (ODbL) 1.0:
https://opendatacommons.org/licenses/odbl/1-0/

You may copy, distribute and use it, and make works from it, as long as you credit OpenStreetMap and its contributors,
and pass on a changed database under the same licence.
`
