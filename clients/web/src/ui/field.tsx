/** A text field with its label. */
export function Field({ id, label, value, onInput, ...more }: { id: string; label: string; value: string; onInput: (value: string) => void; [attribute: string]: unknown }) {
  return (
    <div class="field"><label for={id}>{label}</label>
      <input id={id} required value={value} onInput={(event) => onInput(event.currentTarget.value)} {...more} /></div>
  );
}
