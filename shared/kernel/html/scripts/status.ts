import { fetchPage, newElement, parsePage } from './dom.ts';

let status: HTMLElement | undefined;

/** Says what happened without a new page to those who cannot see it. */
export function announce(text: string | undefined): void {
  if (!status) {
    status = document.body.appendChild(newElement('p', { className: 'hidden' }));
    status.setAttribute('role', 'status');
  }
  status.textContent = text ?? '';
}

/** The error of a request without a response. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The page at an address. Throws a `ConnectionLost`, or an error for another status than one of success. */
export async function loadPage(url: string, options?: RequestInit): Promise<Document> {
  const response = await fetchPage(url, options).catch(() => {
    throw new ConnectionLost();
  });
  if (!response.ok) throw new Error(String(response.status));
  return parsePage(await response.text());
}
