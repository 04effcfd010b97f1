// Mantine's styles for a line with a word in it.
import '@mantine/core/styles/Divider.layer.css'
