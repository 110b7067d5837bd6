import { createRoot } from 'react-dom/client';
import { readDrafts } from '../drafts.ts';
import { DraftDesk } from './draft-desk.tsx';
import '../floor.css';

// Preload: the request starts before React renders.
const firstPage = readDrafts({ search: '', page: 1 });

const root = document.getElementById('root');
if (!root) throw new Error('rooted.html has no #root');
createRoot(root).render(<DraftDesk firstPage={firstPage} />);
