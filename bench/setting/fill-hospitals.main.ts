/** `node fill-hospitals.main.ts FOLDER COUNT`: so many hospitals with three doctors each, in the database of a data folder. */
import { openDatabase } from '../../server/src/platform/database.ts';
import { startDatabase } from '../../server/src/start-database.ts';
import { makeDoctors, makeHospitals, settle } from './hospitals.ts';

const doctorsEach = 3;

const [, , dataDir, count] = process.argv;
if (dataDir === undefined || count === undefined) throw new Error('Give a folder and a count.');
const started = await startDatabase({ databaseUrl: undefined, dataDir }, () => undefined);
const { pool, close } = openDatabase({
  connection: started.connection,
  poolSize: 1,
  onIdleError: () => undefined,
});
const hospitals = await makeHospitals(pool, Number(count));
await makeDoctors(pool, hospitals, doctorsEach);
await settle(pool);
await close();
await started.close();
