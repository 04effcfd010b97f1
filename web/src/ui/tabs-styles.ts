// Mantine's styles for tabs.
import '@mantine/core/styles/Tabs.layer.css'
