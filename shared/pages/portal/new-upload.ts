import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { uploadForm, uploadedImage } from '../../feedback/portal/image-files.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import type { Upload } from '../kit/upload-view.ts';

/** An upload for a page with a form; undefined where none can be signed, where the form takes smaller files only. */
export function newUpload(
  { services, now }: WebCall,
  portal: Portal,
  id: string = newId(now),
): Upload | undefined {
  try {
    return { id, ...uploadForm({ setting: services.setting, now }, portal, id) };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The file of a form: sent with it, or uploaded before; empty if there is none. */
export async function pictureOf(
  { services }: WebCall,
  portal: Portal,
  form: Form,
  name: string,
): Promise<Buffer> {
  const { data: uploadId } = uuid().safeParse(form['uploadId']);
  const uploaded = uploadId === undefined ? undefined : await uploadedImage(services, portal, uploadId);
  return uploaded ?? Buffer.from(form[name] ?? '', 'base64');
}
