/** The file next to the bundle of the public function with the TypeScript client as npm packs it, and its address. */
export const CLIENT_FILE = 'client.tgz';
