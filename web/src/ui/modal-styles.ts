// Mantine's styles for dialogs, fetched with the first dialog.
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Code.layer.css'
import '@mantine/core/styles/Modal.layer.css'
