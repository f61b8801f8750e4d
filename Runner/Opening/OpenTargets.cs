using DbIngest.Core.Plan;
using DbIngest.Core.Targets;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Opening;

/// <summary>The targets of a sweep, each opened once for all of its trials.</summary>
internal sealed class OpenTargets : IDisposable
{
    private readonly Dictionary<AxisValues, ITarget> _targets = [];
    private readonly Dictionary<ITarget, TargetOptions> _options = [];
    private readonly Dictionary<string, TargetDefinition> _definitions = [];

    /// <summary>Opens the targets of some points.</summary>
    /// <param name="points">The points.</param>
    /// <param name="request">Where the databases are.</param>
    /// <param name="common">What is the same for all targets: the folder for their files, and how to end their opening early.</param>
    /// <returns>The targets.</returns>
    /// <exception cref="UnavailableException">One cannot be used; the others are closed again.</exception>
    /// <exception cref="UsageException">An endpoint or contract is not of a form that its database knows.</exception>
    public static OpenTargets Open(IEnumerable<Point> points, SweepRequest request, TargetOptions common)
    {
        var open = new OpenTargets();
        try
        {
            foreach (var key in points.Select(point => point.Target).Distinct())
            {
                open.Open(key, request, common);
            }

            return open;
        }
        catch
        {
            open.Dispose();
            throw;
        }
    }

    /// <summary>Every target, in the order of the points.</summary>
    public IEnumerable<ITarget> All => _targets.Values;

    /// <summary>The target of a point.</summary>
    public ITarget For(Point point) => _targets[point.Target];

    /// <summary>How a target was opened.</summary>
    public TargetOptions OptionsOf(ITarget target) => _options[target];

    /// <summary>What an open target was opened for.</summary>
    public AxisValues KeyOf(ITarget target) => _targets.First(t => ReferenceEquals(t.Value, target)).Key;

    /// <summary>Describes every target. An endpoint that is a path is the user's own text, and is shown as such a text is.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="UnavailableException">One does not answer.</exception>
    public IReadOnlyList<TargetDescription> Describe(CancellationToken cancellation) =>
    [
        .. _targets.Select(t => (t.Key, Database: t.Key.Of(SweepAxes.Database), Target: t.Value)).Select(t => Guard(t.Database, () => t.Target.Describe(cancellation)) with
        {
            OpenedFor = t.Key.ByField(),
            Model = _definitions[t.Database].Model,
            LicenceNotice = _definitions[t.Database].LicenceNotice,
        }).Select(description => description with { Endpoint = Redaction.Redact(description.Endpoint) }),
    ];

    public void Dispose()
    {
        foreach (var target in _targets.Values)
        {
            target.Dispose();
        }

        _targets.Clear();
    }

    private static T Guard<T>(string database, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (TargetException exception)
        {
            throw new UnavailableException($"{database}: {exception.Message}", exception);
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or UsageException))
        {
            var failure = TargetGuard.Of(exception, "opened or described");
            throw new UnavailableException($"{database}: {failure.Message}{Environment.NewLine}{failure.Details}", exception);
        }
    }

    private void Open(AxisValues key, SweepRequest request, TargetOptions common)
    {
        string database = key.Of(SweepAxes.Database);
        var definition = request.Databases.First(d => d.Definition.Name == database).Definition;
        var options = SweepAxes.All.Aggregate(request.Access.For(database, common), (opened, axis) => axis.Apply(opened, key));
        var target = Guard(database, () => Interruptible.Run(() => definition.Open(options), options.Cancellation));
        target = new InterruptibleTarget(target, options.Cancellation);
        _targets.Add(key, target);
        _options.Add(target, options);
        _definitions[database] = definition;
    }
}
