import { byId, findAll, findOne } from '../../kernel/html/scripts/dom.ts';

/** Where a file is uploaded, with the fields that go before it. */
interface UploadTarget {
  url: string;
  fields: Readonly<Record<string, string>>;
}

/** What a form says of its uploads: their bounds in bytes, its texts, and where they go, at once or after an announcement. */
interface UploadSettings extends UploadTarget {
  sentMax: number;
  max: number;
  announce?: string;
  hint: string;
  tooLarge: string;
  failed: string;
}

function setUp(form: HTMLFormElement): void {
  const settings = JSON.parse(form.dataset.upload!) as UploadSettings;
  const input = findOne<HTMLInputElement>('input[type="file"]', form);
  const hint = byId(`${input.id}-hint`)!;
  const progress = findOne<HTMLProgressElement>('progress', form);
  const id = findOne<HTMLInputElement>('input[name="uploadId"]', form);
  hint.textContent = settings.hint;
  document.addEventListener('merging', ({ detail }) => {
    const fresh = detail.getElementById(hint.id);
    if (fresh) fresh.textContent = settings.hint;
  });

  function fail(text: string): void {
    progress.hidden = true;
    hint.textContent = text;
    hint.setAttribute('role', 'alert');
    input.focus();
  }

  // Smaller files are sent with the form, as they are without this script.
  form.addEventListener('submit', (event) => {
    const file = input.files?.[0];
    if (!file || file.size <= settings.sentMax) return;
    event.preventDefault();
    if (file.size > settings.max) return fail(settings.tooLarge);
    if (settings.announce === undefined) return send(file, settings);
    announce(file, settings.announce).then(
      (target) => {
        id.value = target.id;
        send(file, target);
      },
      () => fail(settings.failed),
    );
  });

  // The service is notified of the file first, and says how this one is uploaded.
  async function announce(file: File, url: string): Promise<UploadTarget & { id: string }> {
    const token = findOne<HTMLInputElement>('[name="form_token"]', form);
    const body = new URLSearchParams({
      name: file.name,
      size: String(file.size),
      [token.name]: token.value,
      ...(file.type ? { type: file.type } : {}),
    });
    const response = await fetch(url, { method: 'POST', body });
    if (!response.ok) throw new Error(String(response.status));
    return (await response.json()) as UploadTarget & { id: string };
  }

  function send(file: File, { url, fields }: UploadTarget): void {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) progress.value = loaded / total;
    };
    request.onload = () => {
      if (request.status >= 300) return fail(settings.failed);
      id.disabled = false;
      input.disabled = true;
      form.submit();
    };
    request.onerror = () => fail(settings.failed);
    progress.hidden = false;
    request.open('POST', url);
    request.send(data);
  }
}

for (const form of findAll<HTMLFormElement>('form[data-upload]')) setUp(form);
