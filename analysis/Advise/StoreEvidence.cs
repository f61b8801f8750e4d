using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// Answers an <see cref="AdviceRequest"/> for one store by stored results: the rate by a search, the disk space by a sweep over
/// sizes. <see cref="Advice"/> creates one per store and asks for its answer. A later search with the asked limit replaces an
/// earlier one. Of several lines over sizes the one that stored most records counts. Rates and slopes come from summaries, and
/// trials give only the most stored records and the shortest time. A search over operations of a mix has no rate of records.
/// </summary>
internal sealed class StoreEvidence
{
    /// <summary>Relative tolerance for an asked rate that equals an end of the searched range.</summary>
    private const double Placed = 1e-9;

    /// <summary>Largest share of the bytes at the largest size that may not depend on the records.</summary>
    private const double OverheadMost = 0.5;

    private string _name = string.Empty;
    private StoredResult? _searched;
    private SearchFigures? _search;
    private readonly List<Point> _searches = [];
    private readonly List<SizeLine> _lines = [];
    private SizeLine? _line;
    private string? _unsized;
    private string[] _otherLimits = [];

    private StoreEvidence()
    {
    }

    /// <summary>Collects the evidence of each store, in the order of the results.</summary>
    public static IReadOnlyList<StoreEvidence> Of(AdviceRequest request, IReadOnlyList<StoredResult> results)
    {
        var found = new Dictionary<AxisValues, StoreEvidence>();
        var keys = new List<AxisValues>();
        StoreEvidence At(Point point)
        {
            var key = point.Axes.Only(axis => axis.OpensTarget);
            if (!found.TryGetValue(key, out var evidence))
            {
                found.Add(key, evidence = new StoreEvidence());
                keys.Add(key);
            }

            return evidence;
        }

        foreach (var result in results)
        {
            foreach (var search in result.Summary.Searches.Where(search => search.Point.Mix is null))
            {
                var at = At(search.Point);
                bool isAsked = search.Limit.Equals(request.Limit);
                at._otherLimits = isAsked ? at._otherLimits : [.. at._otherLimits, search.Limit.ToString()];
                (at._search, at._searched) = isAsked ? (search, result) : (at._search, at._searched);
                at._searches.AddRange(isAsked ? [search.Point] : []);
            }

            foreach (var sizes in result.Summary.Searches.Count > 0 ? [] : result.Summary.Points
                .Where(point => point.Point is { DurationS: null, Mix: null })
                .GroupBy(point => SpaceSlope.GroupOf(point.Point)))
            {
                PointSummary[] points = [.. sizes];
                if (points[0].SpaceSlope is { BytesPerRecord: > 0 })
                {
                    At(points[0].Point)._lines.Add(new SizeLine(result, points));
                }
                else if (points.Length > 1 && WhyNoLine(points) is { } why)
                {
                    At(points[0].Point)._unsized = why;
                }
            }
        }

        foreach (var key in keys)
        {
            var evidence = found[key];
            evidence._name = NameOf(key, keys);
            evidence._line = evidence._lines.OrderByDescending(line => line.MostStored)
                .ThenByDescending(line => line.Slope.Points).FirstOrDefault();
        }

        return [.. keys.Select(key => found[key])];
    }

    private static string? WhyNoLine(PointSummary[] points) =>
        points[0].SpaceSlope is not null
            ? "larger sizes take no more of it, as files that are made in advance do. Give larger --records."
            : points.Select(point => point.MissingReason).OfType<string>().FirstOrDefault() is { } missing
            ? $"too few sizes were measured. {missing}"
            : points.All(point => point.Space is { DataBytes: 0, IndexBytes: 0 }) ? "the server does not tell it." : null;

    /// <summary>Answers the request for this store.</summary>
    public StoreAdvice Advise(AdviceRequest request)
    {
        var slope = _line?.Slope;
        double? most = _line?.MostStored;
        double? bytes = slope is null ? null : slope.InterceptBytes + (slope.BytesPerRecord * request.Records);

        // The slope's error counts once for each record. Below the largest size, where the height of the line is uncertain too,
        // that size bounds both: the mean square of the sizes is never above its square.
        double reach = Math.Max(request.Records, most ?? 0);
        var advice = WithRate(new StoreAdvice { Store = _name, Verdict = RateVerdict.NotMeasured }, request) with
        {
            BytesPerRecord = slope?.BytesPerRecord,
            IntervalBytesPerRecord = _line?.IntervalBytesPerRecord,
            DiskBytes = bytes,
            IntervalDiskBytes = _line?.IntervalBytesPerRecord is { } per && bytes is { } line
                ? Interval.Around(line, ((per.High - per.Low) / 2 * reach)
                    + (ExtrapolationAllowance.ShareOf(request.Records / most ?? 0) * line))
                : null,
            MostStoredRecords = most,
            Extrapolation = request.Records / most,
        };
        int failed = Counting.Sum(result => PointsOf(result).Count(point => point.Audit.Verdict == AuditVerdict.Failed));
        return advice with
        {
            Verdict = failed > 0 ? RateVerdict.NotMeasured : advice.Verdict,
            HasFailedAudit = failed > 0,
            Weakest = [.. Weakest(advice, request)],
            NotMeasured =
            [
                .. failed > 0
                    ? [$"Rate and disk space: the audit failed at {NumberText.Count(failed, "point")}, and no claim is made."]
                    : Array.Empty<string>(),
                .. _search is not null ? NoStep()
                    : [$"The rate: no search for {request.Limit}" + (_otherLimits.Length > 0
                        ? $"; there is one for {string.Join(", ", _otherLimits.Distinct())}." : ".")],
                .. _line is not null ? _line.IntervalBytesPerRecord is null
                        ? ["The interval of the disk space: it takes three trials, or two blocks of several sizes."]
                        : Array.Empty<string>()
                    : [_unsized is null ? "The disk space: no trials of several sizes measured it."
                        : $"The disk space: {_unsized}"],
                .. LostSizes(),
            ],
        };
    }

    /// <summary>The results from which the rate and the disk space come.</summary>
    private List<StoredResult> Counting => [.. new[] { _searched, _line?.Result }.OfType<StoredResult>().Distinct()];

    /// <summary>A number within a sentence: a decimal below 10, separators from 10,000 on.</summary>
    private static string Plain(double number) => number.ToString(
        number switch { < 10 => "0.#", < 10_000 => "0", _ => "#,0" }, CultureInfo.InvariantCulture);

    private string[] LostSizes() => _line is { LostTrials: > 0 and var lost }
        ? [$"The whole disk space: {NumberText.Count(lost, "trial")} of its sizes failed or did not run."] : [];

    private bool HasEnded => _search!.End is not (SearchEnd.Failing or SearchEnd.Unfinished);

    private string[] NoStep() => HasEnded ? [] : [$"The whole rate: its search is {EnumWords.Spaced(_search!.End)}."];

    private StoreAdvice WithRate(StoreAdvice advice, AdviceRequest request)
    {
        double asked = request.RecordsPerS;
        return _search switch
        {
            null => advice,
            { End: SearchEnd.EveryRateHolds } search => advice with
            {
                Verdict = search.HighestRecordsPerS >= asked * (1 - Placed) ? RateVerdict.Holds : RateVerdict.Open,
                MarginAtLeast = search.HighestRecordsPerS / asked,
            },
            { End: SearchEnd.NoRateHolds } search => advice with
            {
                Verdict = search.LowestRecordsPerS <= asked * (1 + Placed) ? RateVerdict.DoesNotHold : RateVerdict.Open,
            },
            { RecordsPerS: { } rate, IntervalRecordsPerS: { } bounds } => advice with
            {
                // More trials of a search without its end may move the interval.
                Verdict = !HasEnded ? RateVerdict.NotMeasured : bounds.Low >= asked ? RateVerdict.Holds
                    : bounds.High < asked ? RateVerdict.DoesNotHold : RateVerdict.Open,
                SustainableRecordsPerS = rate,
                IntervalRecordsPerS = bounds,
                Margin = rate / asked,
                MarginInterval = bounds.Times(1 / asked),
            },
            _ => advice,
        };
    }

    private IEnumerable<string> Weakest(StoreAdvice advice, AdviceRequest request)
    {
        var measured = Counting;
        foreach (var rule in measured.SelectMany(Broken).GroupBy(verdict => verdict.Rule).OrderByDescending(rule => rule.Count()))
        {
            string where = rule.Count() > 1 ? FormattableString.Invariant($" {rule.Count()} times") : string.Empty;
            yield return FormattableString.Invariant($"Rule {rule.Key} broken{where}: {rule.First().Label ?? "see the report"}.");
        }

        if (_searches.Count > 1)
        {
            yield return FormattableString.Invariant($"Rate: of {_searches.Count} searches of this store the last one counts")
                + Telling(_searches, _search!.Point);
        }

        if (_lines.Count > 1)
        {
            yield return FormattableString.Invariant(
                $"Disk: of {_lines.Count} sweeps over sizes of this store the one that stored most records counts")
                + Telling([.. _lines.Select(WithoutSize)], WithoutSize(_line!));
        }

        foreach (var axis in _search is null || _line is null ? [] : SweepAxes.All.Where(axis => axis.Groups
            && axis != SweepAxes.Rate && axis != SweepAxes.Duration
            && axis.Text(_search!.Point.Axes) != axis.Text(_line!.Points[0].Point.Axes)))
        {
            yield return $"Rate and disk come from unlike sweeps: {axis.Name} {axis.Text(_search!.Point.Axes) ?? "none"} for the "
                + $"rate, {axis.Text(_line!.Points[0].Point.Axes) ?? "none"} for the disk.";
        }

        if (_searched?.Manifest.Configuration.Search is { } plan && plan.IsPoisson != request.IsPoisson)
        {
            yield return plan.IsPoisson ? "Rate: arrivals of the search were random, and equal intervals are asked."
                : "Rate: arrivals of the search had equal intervals, and random ones are asked.";
        }

        if (_search?.Point is { DurationS: { } duration, Batch: var batch }
            && request.RecordsPerS * duration / batch is < SearchPlan.LeastBatches and var arrivals)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Rate: batches that arrive in a trial at the asked rate: {arrivals:0.##}. A limit takes "
                + $"{SearchPlan.LeastBatches}: give a smaller --batch or a longer --duration.");
        }

        foreach (string weak in WeakSlope())
        {
            yield return weak;
        }

        if (advice is { Extrapolation: > 1 and var times, MostStoredRecords: { } most })
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Disk: {Plain(most)} records were stored at most, and {Plain(times)} times as many are asked: a straight line "
                + $"over all of that. The interval has {100 * ExtrapolationAllowance.ShareOf(times):0.#} % to either side "
                + $"for it.");
        }

        // A trial that failed ended when it did, and one that did not reach its database took no time.
        if (_search?.Steps.Count > 0 && Trials(_searched!).Where(trial => trial.Status == TrialStatus.Complete)
            .Min(trial => (double?)trial.ElapsedS) is { } shortest)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Rate: the shortest trial lasted {shortest:0.#} s; what takes longer to show is not in it.");
        }

        if (measured.Count > 0 && measured.All(result => result.Summary.Points.All(point => point.Trials.Blocks < 2)))
        {
            yield return "One deployment: what deployments differ by is not in the intervals.";
        }

        if (Places().Any(placement => placement != "remote"))
        {
            yield return "One machine: sources and database shared its cores, memory and disk.";
        }
    }

    /// <summary>What makes a line over small sizes say little about large ones.</summary>
    private IEnumerable<string> WeakSlope()
    {
        if (_line is not { Slope: var slope, MostStored: var most, IntervalBytesPerRecord: var interval })
        {
            yield break;
        }

        if (_line.Fit is { IsSignificant: true })
        {
            yield return FormattableString.Invariant($"Disk: the {slope.Points} sizes lie off one line by more than their ")
                + "trials scatter, as whole files do. The interval is that of the sizes: give more --records.";
        }

        if (interval is { Low: <= 0 })
        {
            yield return "Disk: the interval of bytes a record reaches 0: the sizes hardly differ. Give larger --records.";
        }

        double largest = slope.InterceptBytes + (slope.BytesPerRecord * most);
        if (largest > 0 && slope.InterceptBytes / largest is > OverheadMost and var overhead)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Disk: {100 * Math.Min(1, overhead):0} % of the bytes at the largest size are there without records, as files "
                + $"that are made in advance. Give larger --records.");
        }
    }

    /// <summary>Where the store's database was in each sweep that counts.</summary>
    private IEnumerable<string> Places() => new[]
    {
        _search is null ? null : ManifestTargets.Of(_searched!.Manifest, _search.Point),
        _line is null ? null : ManifestTargets.Of(_line.Result.Manifest, _line.Points[0].Point),
    }.Select(target => target?.Placement).OfType<string>();

    /// <summary>Ends a sentence with the values of one point on the axes in which points differ.</summary>
    private static string Telling(IReadOnlyList<Point> points, Point one)
    {
        string[] telling = [.. SweepAxes.All
            .Where(axis => points.Select(point => axis.Text(point.Axes)).Distinct().Count() > 1)
            .Select(axis => $"{axis.Name} {axis.Text(one.Axes) ?? "none"}")];
        return telling.Length > 0 ? $", with {string.Join(", ", telling)}." : ".";
    }

    /// <summary>A point of a line. Lines always differ in sizes, which tell nothing.</summary>
    private static Point WithoutSize(SizeLine line) => line.Points[0].Point with { RecordsPerSource = 1 };

    /// <summary>Rules that the store breaks in a result, which may be one of several stores.</summary>
    private IEnumerable<RuleVerdict> Broken(StoredResult result) =>
        (ReferenceEquals(result, _searched) ? SearchRules.Of(result.Summary, _search!) : result.Summary.Rules)
            .Concat(PointsOf(result).SelectMany(point => point.Rules)).Where(rule => rule.State == RuleState.Broken);

    /// <summary>The points of the store in a result from which its rate or its disk space comes.</summary>
    private IEnumerable<PointSummary> PointsOf(StoredResult result) => ReferenceEquals(result, _searched)
        ? result.Summary.TriedBy(_search!.Point)
        : _line!.Points;

    private IEnumerable<TrialResult> Trials(StoredResult result) => result.Summary.Trials
        .Where(trial => !trial.WarmUp && IsSameStore(trial.Point, _search!.Point));

    private static bool IsSameStore(Point one, Point other) =>
        one.Axes.Only(axis => axis.OpensTarget).Equals(other.Axes.Only(axis => axis.OpensTarget));

    /// <summary>The database, with the axes by which stores of the same database differ.</summary>
    private static string NameOf(AxisValues key, List<AxisValues> all)
    {
        string database = key.Of(SweepAxes.Database);
        AxisValues[] same = [.. all.Where(other => other.Of(SweepAxes.Database) == database)];
        var telling = SweepAxes.TargetFirst.Where(axis => axis != SweepAxes.Database && axis.OpensTarget
            && same.Select(other => axis.Text(other)).Distinct().Count() > 1);
        return string.Join(' ', telling.Select(axis => axis.Text(key)).OfType<string>().Prepend(database));
    }
}
