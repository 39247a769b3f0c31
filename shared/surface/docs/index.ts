import { searchDocs } from './search-docs.ts';
import { showDocsPicture } from './show-docs-picture.ts';
import { showDocs, showDocsMarkdown, showDocsPage, showHome, showOperationPage } from './show-docs.ts';

export const docsRoutes = [
  showHome,
  showDocs,
  showDocsMarkdown,
  searchDocs,
  showDocsPage,
  showDocsPicture,
  showOperationPage,
];
