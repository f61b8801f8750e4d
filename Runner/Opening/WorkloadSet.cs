using DbIngest.Abstractions.Records;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Sweeps;
using DbIngest.Runner.Options;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Opens and owns the workloads of a sweep: one per number of values per record. <c>run</c>, <c>plan</c> and <c>verify</c> create
/// one before they open targets, since a recording decides its number of values and so the points. A recording is read and copied
/// here, never during a trial, and options that its records do not admit are refused (<c>--values</c>, <c>--disorder</c>,
/// <c>--series</c>, <c>--add-values</c>). Disposing closes all workloads.
/// </summary>
internal sealed class WorkloadSet : IDisposable
{
    private readonly Dictionary<int, (IWorkload Workload, WorkloadTask Task)> _workloads = [];
    private readonly StreamWorkloads _streams = new();

    /// <summary>Opens the workloads of a request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="workFolder">Folder for the column blocks into which a recording is copied.</param>
    /// <exception cref="UsageException">The recording cannot be read as requested, or does not admit an option.</exception>
    public static WorkloadSet Open(SweepRequest request, string workFolder)
    {
        var set = new WorkloadSet();
        try
        {
            if (request.Input is not null)
            {
                set.Add(TaskOf(request, 0, workFolder));
                if (request.Values is { } asked && !asked.SequenceEqual(set.Values))
                {
                    throw new UsageException($"--values: the input has {set.Values[0]} values a record; leave the option out.");
                }
            }

            foreach (int values in request.Input is null ? request.Values! : [])
            {
                set.Add(TaskOf(request, values, workFolder));
            }

            set.CheckDisorder(request);
            set.CheckSeries(request);
            set.CheckAddedValues(request);
            return set;
        }
        catch
        {
            set.Dispose();
            throw;
        }
    }

    /// <summary>Values per record, in the order requested.</summary>
    public IReadOnlyList<int> Values => [.. _workloads.Keys];

    /// <summary>The name that all workloads share.</summary>
    public string Name => _workloads.Values.First().Workload.Name;

    /// <summary>Facts that identify the data. Facts in which the workloads differ are joined by commas.</summary>
    public IReadOnlyDictionary<string, string> Facts => _workloads.Values
        .SelectMany(w => w.Workload.Facts)
        .GroupBy(f => f.Key, f => f.Value, StringComparer.Ordinal)
        .ToDictionary(g => g.Key, g => string.Join(',', g.Distinct(StringComparer.Ordinal)), StringComparer.Ordinal);

    /// <summary>The workload of a point.</summary>
    public IWorkload For(Point point)
    {
        var (workload, task) = _workloads[point.Values];
        return _streams.Of(workload, point, task.Seed, task.MaxRecordsPerSource);
    }

    /// <summary>The task from which a source process opens an equal workload.</summary>
    public WorkloadTask TaskOf(IWorkload workload) => _workloads[workload.Schema.BeforeAddition.MeasuredCount].Task;

    public void Dispose()
    {
        foreach (var (workload, _) in _workloads.Values)
        {
            workload.Dispose();
        }
    }

    /// <summary>
    /// Describes a workload. Its records must suffice for the largest trial, calibrations, a prefill, late records, and the
    /// insertions of a mix, whose number is unknown.
    /// </summary>
    private static WorkloadTask TaskOf(SweepRequest request, int values, string workFolder) => new(
        request.Seed,
        values,
        request.Input,
        workFolder,
        (request.Mixes.Any(mix => mix.Inserts) ? SweepAxes.Records.Largest
            : Math.Max(request.Records.Max(),
            Calibrator.RecordsPerSource(request.Sources.Min(l => l.Total), request.Batches.Max())))
            + request.Prefills.Select(prefill => prefill.Of(0, request.Sources.Min(l => l.Total))).DefaultIfEmpty().Max()
            + (request.Disorders.Count > 0 ? DisorderedWorkload.RecordsBeyond : 0),
        request.Sources.Max(l => l.Total));

    /// <summary>
    /// Opens and closes each source with each disorder, since the timestamps of a recording decide which delays are possible.
    /// </summary>
    /// <exception cref="UsageException">The records of a source cannot be delayed as <c>--disorder</c> asks.</exception>
    private void CheckDisorder(SweepRequest request)
    {
        try
        {
            foreach (var disorder in request.Disorders)
            {
                foreach (var (workload, task) in _workloads.Values)
                {
                    var late = new DisorderedWorkload(workload, disorder, task.Seed, task.MaxRecordsPerSource);
                    for (int source = 0; source < task.MaxSources; source++)
                    {
                        late.Open(source).Dispose();
                    }
                }
            }
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
    }

    /// <exception cref="UsageException">The input has no room for the series, or a column of its name.</exception>
    private void CheckSeries(SweepRequest request)
    {
        if (request.On(SweepAxes.Series).All(series => series.IsNone))
        {
            return;
        }

        foreach (var (workload, _) in _workloads.Values)
        {
            if (workload.Schema.Values.Any(value => value.Name == RecordSchema.SeriesName))
            {
                throw new UsageException($"--series: the input has a value '{RecordSchema.SeriesName}' already; rename it.");
            }

            if (workload.Schema.ValueCount == RecordSchema.MaxValues)
            {
                throw new UsageException(FormattableString.Invariant(
                    $"--series: the input has {RecordSchema.MaxValues} values, and the series takes one; leave a column out."));
            }
        }
    }

    /// <exception cref="UsageException">The input has no room for the added values, or a column of such a name.</exception>
    private void CheckAddedValues(SweepRequest request)
    {
        int most = request.On(SweepAxes.AddedValues).Select(added => added.Count).DefaultIfEmpty().Max();
        var names = RecordSchema.AddedNames(most).ToHashSet(StringComparer.Ordinal);
        foreach (var (workload, _) in _workloads.Values)
        {
            if (workload.Schema.Values.Select(value => value.Name).FirstOrDefault(names.Contains) is { } taken)
            {
                throw new UsageException($"--add-values: the input has a value '{taken}' already; rename it.");
            }

            if (most > 0 && workload.Schema.ValueCount + most > RecordSchema.MaxValues)
            {
                throw new UsageException(FormattableString.Invariant(
                    $"--add-values: the input has {workload.Schema.ValueCount} values, and a record has at most {RecordSchema.MaxValues} in all; add fewer, or leave a column out."));
            }
        }
    }

    private void Add(WorkloadTask task)
    {
        var workload = WorkloadOpener.Open(task);
        _workloads.Add(workload.Schema.ValueCount, (workload, task));
    }
}
