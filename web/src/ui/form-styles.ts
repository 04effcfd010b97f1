// Mantine's styles that only forms need.
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
