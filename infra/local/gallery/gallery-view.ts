import { html } from '../../../shared/kernel/html/html.ts';
import type { Examples } from './portal-examples.ts';

/** The pages of the gallery: components of portals, of planning and of the other pages. */
export const galleryPages = {
  portal: '/_local/gallery',
  account: '/_local/gallery/account',
  planning: '/_local/gallery/planning',
} as const;
export type GalleryPage = keyof typeof galleryPages;

/** The page with all components in the light and in the dark scheme. */
export const galleryView = (page: GalleryPage, examples: Examples): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Gallery – Plotline</title>
        <link rel="stylesheet" href="/_local/gallery/${page}.css" />
      </head>
      <body class="${page === 'planning' ? 'gallery planning' : 'gallery'}">
        <h1>Gallery</h1>
        <p>
          Components of <a href="${galleryPages.portal}">portals</a>, of
          <a href="${galleryPages.planning}">planning</a> and of
          <a href="${galleryPages.account}">other pages</a>, as their stylesheets show them.
        </p>
        ${Object.entries(examples).map(
          ([name, example]) =>
            html`<h2>${name}</h2>
              <div class="example" data-example="${name}">
                <div class="light">${example}</div>
                <div class="dark">${example}</div>
              </div>`,
        )}
      </body>
    </html>`.text;
