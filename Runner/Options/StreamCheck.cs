using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks three options about the records of sources: <c>--duplicates</c> (batches sent twice), <c>--prefill</c> (records
/// loaded before a trial) and <c>--backfill</c> (records of an old period). Other options must not contradict them or leave the
/// audit without a known answer. <see cref="SweepRequestCheck"/> calls it. It reports every problem to the reader, opens
/// nothing and never throws.
/// </summary>
internal sealed class StreamCheck(OptionReader reader)
{
    private const string Option = "--duplicates";
    private const string PrefillOption = "--prefill";

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        CheckDuplicates(request);
        CheckPrefill(request);
        CheckBackfill(request);
    }

    private void CheckBackfill(SweepRequest request)
    {
        // Otherwise a late new record and a record of the old period could have the same timestamp.
        reader.RefuseIf(request.Backfills.Count > 0 && request.Disorders.Count > 0
            && request.Backfills.Min(backfill => backfill.GapS) <= request.Disorders.Max(disorder => disorder.MostS),
            "--backfill", "the old period has to be longer ago than records come late; give it a longer time than "
                + "--disorder");
    }

    private void CheckPrefill(SweepRequest request)
    {
        if (request.Prefills.Count == 0)
        {
            return;
        }

        reader.RefuseIf(request.Mixes.Count > 0, PrefillOption,
            "a mix loads the records that it works on, as many as --records says; leave one of them out");
        reader.RefuseIf(request.Duplicates.Count > 0, PrefillOption,
            "which batches --duplicates sends twice counts from the first record of a source; leave one of them out");

        long least = request.Prefills.Min(prefill => prefill.Records);
        int most = request.Sources.Max(layout => layout.Total);
        reader.RefuseIf(least < most, PrefillOption, FormattableString.Invariant(
            $"{least} are fewer than the {most} sources that load them; give at least one for each"));
    }

    private void CheckDuplicates(SweepRequest request)
    {
        if (request.Duplicates.Count == 0)
        {
            return;
        }

        reader.RefuseIf(request.Mixes.Count > 0, Option,
            "batches are sent twice, and a mix sends operations on single records; leave --mix out");
        reader.RefuseIf(request.On(SweepAxes.Via).Count > 0, Option,
            "the table of --via has a unique key, and the direct way refuses a record that is there; leave one of them out");
        reader.RefuseIf(request.On(SweepAxes.Freshness).Count > 0, Option,
            "the table of --freshness has a unique key, which refuses a record that is there; leave one of them out");
        reader.RefuseIf(request.Faults.Count > 0, Option,
            "after a fault it is in doubt which second sendings are stored; leave --fault out");

        if (request.Databases.Select(database => database.Definition).FirstOrDefault(d => d.Parts.Count > 1) is { } composed)
        {
            reader.Refuse(Option, $"{composed.Name} writes a row of control data for each batch, and the second one would "
                + "contradict the first; measure its databases alone");
        }
    }
}
