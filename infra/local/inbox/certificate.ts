import { X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** PEM texts. */
type Certificate = { key: string; cert: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_DAYS = 3650;

/** The self-signed certificate of a host, stored in the home folder; created if there is no valid one. */
export async function certificateOf(home: string, host: string): Promise<Certificate> {
  const file = join(home, 'inbox-certificate.json');
  const kept = readKept(file);
  if (kept) return kept;
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const made: Certificate = { key, cert };
  writeFileSync(`${file}.tmp`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return made;
}

function readKept(file: string): Certificate | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Certificate;
    const isValid = new X509Certificate(kept.cert).validToDate.getTime() > Date.now() + DAY_MS;
    return isValid && kept.key ? kept : undefined;
  } catch {
    return undefined;
  }
}
