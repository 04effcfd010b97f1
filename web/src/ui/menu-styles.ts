// Mantine's styles for menus and faces, fetched once somebody is signed in.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Avatar.layer.css'
import '@mantine/core/styles/Menu.layer.css'
