import { localTimes } from './local-times.ts';
import './form-zones.ts';
import './form-keys.ts';
import './unsaved-fields.ts';
import './copy-buttons.ts';
import './more-rows.ts';
import './stay-forms.ts';

localTimes(document);
// So are those of a page that is about to be merged into this one.
document.addEventListener('merging', ({ detail }) => localTimes(detail));
