import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { IMAGE_MAX_BYTES, IMAGE_SENT_MAX_BYTES } from '../../feedback/portal/image.ts';

/** A form that uploads one file past the service, which a script sends for files that are too large to be sent with it. */
export interface Upload {
  id: string;
  url: string;
  fields: Record<string, string>;
}

/** The attribute of a form with a file for which there is an upload. */
export function uploadAttribute(upload: Upload | undefined, t: PageTexts): Fragment {
  if (!upload) return undefined;
  const texts = {
    hint: t.text('picture.fileHintLarge'),
    tooLarge: t.text('picture.tooLarge'),
    failed: t.text('picture.failed'),
  };
  const { url, fields } = upload;
  const limits = { max: IMAGE_MAX_BYTES, sentMax: IMAGE_SENT_MAX_BYTES };
  return html` data-upload="${JSON.stringify({ url, fields, ...limits, ...texts })}"`;
}

/** The progress of the upload, and the field that names it once the file has arrived. */
export const uploadProgress = (upload: Upload | undefined, t: PageTexts): Html | false =>
  upload !== undefined &&
  html`<input type="hidden" name="uploadId" value="${upload.id}" disabled />
    <progress max="1" value="0" aria-label="${t.text('picture.uploading')}" hidden></progress>`;
