import { CLIENT_FILE } from './client-file.ts';
import { BASE_URL } from './base-url.ts';

/** How to install the TypeScript client, which is served by each service and not published to npm. */
export const INSTALL_CLIENT = `npm install ${BASE_URL}/${CLIENT_FILE}`;
