import type { Settings } from '@assay/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { fillForm, toSearch, type RunForm } from './run-form.ts';

const route = getRouteApi('/console/new');

export interface FormState {
  readonly form: RunForm;
  readonly change: (change: Partial<RunForm>) => void;
}

/** What is typed is in the URL as well: a reload, or somebody else, sees the same form. */
export function useForm(settings: Settings): FormState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [form, setForm] = useState(() => fillForm(search, settings));
  return {
    form,
    change(part) {
      const next = { ...form, ...part };
      setForm(next);
      void navigate({ search: toSearch(next), replace: true });
    },
  };
}
