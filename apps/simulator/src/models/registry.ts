import {
  judgeBroken,
  judgeInvents,
  judgeLate,
  judgeObeys,
  judgeProse,
  judgeSilent,
  judgeUnsure,
} from './bad-judges.ts';
import { simHelpdesk, simHelpdeskWeak } from './helpdesk.ts';
import { simAnnotator } from './sim-annotator.ts';
import { simJudge } from './sim-judge.ts';
import type { SimModel } from './sim-model.ts';
import { simV1, simV2, simEcho, simFlaky, simScripted, simSlow } from './answering-models.ts';
import { withTools } from './tool-calls.ts';
import {
  userChangesGoal,
  userEndsEarly,
  userFaulty,
  userForgets,
  userLeaks,
  userLeavesPersona,
  userLoops,
  userObeys,
} from './users/faulty-users.ts';
import { simUser, simUserSilent } from './users/sim-user.ts';

export const models: Readonly<Record<string, SimModel>> = {
  'sim/v1': withTools(simV1),
  'sim/v2': withTools(simV2),
  'sim/flaky': withTools(simFlaky),
  'sim/slow': withTools(simSlow),
  'sim/echo': withTools(simEcho),
  'sim/scripted': simScripted,
  'sim/judge': simJudge,
  'sim/judge-obeys': judgeObeys,
  'sim/judge-prose': judgeProse,
  'sim/judge-broken': judgeBroken,
  'sim/judge-silent': judgeSilent,
  'sim/judge-late': judgeLate,
  'sim/judge-invents': judgeInvents,
  'sim/judge-unsure': judgeUnsure,
  'sim/annotator': simAnnotator,
  'sim/user': simUser,
  'sim/user-faulty': userFaulty,
  'sim/user-forgets': userForgets,
  'sim/user-changes-goal': userChangesGoal,
  'sim/user-leaves-persona': userLeavesPersona,
  'sim/user-ends-early': userEndsEarly,
  'sim/user-obeys': userObeys,
  'sim/user-loops': userLoops,
  'sim/user-leaks': userLeaks,
  'sim/user-silent': simUserSilent,
  'sim/helpdesk': simHelpdesk,
  'sim/helpdesk-weak': simHelpdeskWeak,
};

/** Fine-tuned models are addressed by UUID only. */
export const fineTuned: Readonly<Record<string, string>> = {
  '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01': 'sim/v1',
  '0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02': 'sim/v2',
};
