import { openAsBlob } from 'node:fs';
import type { UploadForm } from '../../shared/kernel/core/upload-form.ts';

/** How long an upload may take, and how often it is tried. */
const UPLOAD_TIMEOUT_MS = 120_000;
const ATTEMPTS = 3;

/** Uploads a file by the form of an attachment; returns whether its bytes have arrived. */
export async function uploadFile(upload: UploadForm, file: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) if (await send(upload, file)) return true;
  return false;
}

async function send({ url, fields }: UploadForm, file: string): Promise<boolean> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', await openAsBlob(file), 'file');
  try {
    const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
    return (await fetch(url, { method: 'POST', body: form, signal })).ok;
  } catch {
    return false;
  }
}
