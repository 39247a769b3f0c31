import { pageSheet } from '../../../shared/kernel/html/assets.ts';
import { textFile } from '../../../shared/kernel/html/text-file.ts';

/** The shared stylesheet, with the inbox's additions. */
export const inboxStyle = `${pageSheet.text}\n${textFile('./inbox.css', import.meta.url)}`;
