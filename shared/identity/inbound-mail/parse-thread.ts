/** The thread in which a mail is parsed (parse-in-thread.ts): it gets the bytes of one, and posts what they say. */
import { parentPort, workerData } from 'node:worker_threads';
import { joinedBlob } from './joined-blob.ts';
import { parseMail } from './parsed-mail.ts';

globalThis.Blob = joinedBlob;
parentPort!.postMessage(await parseMail(workerData as Uint8Array));
