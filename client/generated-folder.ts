import { fileURLToPath } from 'node:url';

/** Where the sources that are derived from the API's document are, with the file `state`: what they were made from. */
export const generatedFolder = fileURLToPath(new URL('src/generated', import.meta.url));
