import { showDocs, showDocsPage, showHome } from './show-docs.ts';

export const docsRoutes = [showHome, showDocs, showDocsPage];
