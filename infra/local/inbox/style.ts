import { pageStyles } from '../../../shared/kernel/html/asset-contents.ts';
import { textFile } from '../../../shared/kernel/html/text-file.ts';

/** The shared stylesheet, with the inbox's additions. */
export const inboxStyle = `${pageStyles}\n${textFile('./inbox.css', import.meta.url)}`;
