import { expect, test } from 'vitest';
import { typeOfFile } from '../../shared/planning/attachments/file-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['\x89PNG\r\n\x1a\n', 'text/html', 'image/png'],
  ['\xff\xd8\xff\xe0', 'text/html', 'image/jpeg'],
  ['GIF87a', 'text/html', 'image/gif'],
  ['GIF89a', 'text/html', 'image/gif'],
  ['RIFF\x01\x02\x03\x04WEBPVP8', 'text/html', 'image/webp'],
  ['%PDF-1.7', 'text/html', 'application/pdf'],
  ['PK\x03\x04', 'text/html', 'application/zip'],
  ['PK\x03\x04', 'application/epub+zip', 'application/epub+zip'],
  ['PK\x03\x04', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'application/zip'],
  ['\x00\x00\x00\x18ftypmp42', 'image/png', 'video/mp4'],
  ['{"a": 1}', 'application/json', 'application/json'],
  ['<script>', 'image/png', 'text/plain'],
  ['console.log(1)', 'text/javascript', 'text/plain'],
  ['\xef\xbb\xbf<html>', 'text/html', 'text/plain'],
  ['gr\xc3\xbc\xc3', 'text/markdown', 'text/markdown'],
  ['gr\xfc\xdfe', 'text/plain', 'application/octet-stream'],
  ['a\x00b', 'text/plain', 'application/octet-stream'],
])('%j announced as %s is %s', (start, announced, found) => {
  expect(typeOfFile(bytes(start), announced)).toBe(found);
});
