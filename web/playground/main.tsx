/**
 * The playground of the component tests: it shows one scene in the language that the URL names. A
 * scene is a component that a file here exports; `?scene=ui/Buttons&language=hi` shows it.
 */
import './playground.css';
import { nearestLanguage } from '@baari/contract/languages.ts';
import { type ComponentType, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../src/app/providers.tsx';
import { type AreaName, english } from '../src/i18n/areas.gen.ts';
import { loadAreas } from '../src/i18n/catalogue.ts';
import { NavigationProvider } from '../src/navigation/navigation.tsx';
import { useTheme } from '../src/ui/layout/theme.ts';
import { Toaster } from '../src/ui/feedback/toaster.tsx';
import * as changes from './changes.scenes.tsx';
import * as doctorsConsole from './console.scenes.tsx';
import * as desk from './desk.scenes.tsx';
import * as display from './display.scenes.tsx';
import * as doctors from './doctors.scenes.tsx';
import * as earlier from './earlier.scenes.tsx';
import * as figures from './figures.scenes.tsx';
import * as lines from './lines.scenes.tsx';
import * as patients from './patients.scenes.tsx';
import * as timetables from './timetables.scenes.tsx';
import * as ui from './ui.scenes.tsx';
import * as handOffs from './hand-offs.scenes.tsx';
import * as vitals from './vitals.scenes.tsx';
import * as waits from './waits.scenes.tsx';

// The application sets the same option: see src/main.tsx.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const files: Record<string, Record<string, ComponentType>> = {
  changes,
  console: doctorsConsole,
  desk,
  display,
  doctors,
  earlier,
  figures,
  lines,
  patients,
  timetables,
  ui,
  'hand-offs': handOffs,
  vitals,
  waits,
};

const asked = new URLSearchParams(location.search);
const language = nearestLanguage([asked.get('language') ?? '']);
const [file = '', name = ''] = (asked.get('scene') ?? '').split('/');

void start();

async function start(): Promise<void> {
  const Scene = files[file]?.[name];
  const page = document.getElementById('root');
  if (!Scene || !page) throw new Error(`There is no scene ${file}/${name}.`);
  await loadAreas(language, await everyArea());
  createRoot(page).render(
    <StrictMode>
      <Providers language={language}>
        <NavigationProvider>
          <Frame>
            <Scene />
          </Frame>
        </NavigationProvider>
      </Providers>
    </StrictMode>,
  );
}

/**
 * The names of all text areas. In the application a route loads the texts of its page. A scene does
 * not declare its texts, so all areas are loaded.
 */
async function everyArea(): Promise<AreaName[]> {
  const staff = await english.staffAreas();
  return Object.keys({ ...english.areas, ...staff.areas }) as AreaName[];
}

function Frame({ children }: { children: ReactNode }): ReactNode {
  // This hook makes the page follow the device's light or dark mode.
  useTheme();
  return (
    <>
      <main className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-6 p-4">
        <h1 className="sr-only">बारी</h1>
        <Suspense>{children}</Suspense>
      </main>
      <Toaster />
    </>
  );
}
