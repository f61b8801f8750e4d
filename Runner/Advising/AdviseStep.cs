using System.Globalization;
using DbIngest.Analysis.Advise;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Advising;

/// <summary>
/// One sweep of an advice, as arguments of the verb <c>run</c>: a search for the rate of a store, or trials of several sizes for
/// its disk space. <c>AdviseVerb</c> runs each step into a result folder within that of the advice. A resumed advice finds the
/// folder by the name of the step, so these names must not change.
/// </summary>
/// <param name="Store">Name of the database.</param>
/// <param name="Name">Name of the sweep, with which the name of its result folder ends.</param>
/// <param name="What">What the step measures, in words for the plan.</param>
/// <param name="Arguments">Normalized arguments of <c>run</c>, which may contain secrets.</param>
internal sealed record AdviseStep(string Store, string Name, string What, IReadOnlyList<string> Arguments)
{
    /// <summary>A search covers the asked rate divided by this factor to the asked rate times this factor.</summary>
    private const double Reach = 10;

    /// <summary>Length of the time before the name of a result folder: <c>yyyyMMddTHHmmssZ-</c>.</summary>
    private const int Stamp = 17;

    private const string Precision = "5%";
    private const string Sizes = "10k..70k/20k";
    private const string SizeTrials = "5";

    /// <summary>Options that a step sets itself or that concern the advice as a whole. No step passes them on.</summary>
    private static readonly string[] OfAdvice =
        ["--rate", "--keep", "--limit", "--out", "--resume", "--db", "--quiet", "--json", "--force", "--find-rates", "--trials",
            "--warmup", "--precision", "--duration", "--records"];

    /// <summary>Options that name the database to which they apply, as <c>--endpoint DB=WHERE</c>.</summary>
    private static readonly string[] OfDatabases = ["--endpoint", "--container", "--password-file"];

    /// <summary>
    /// Lists the steps of all stores: first all searches for a rate, which decide, then all sizes. Each step takes over the
    /// user's options that say how to measure, except those that name another database.
    /// </summary>
    /// <param name="request">The question.</param>
    /// <param name="stores">Names of the databases, each once.</param>
    /// <param name="arguments">Normalized arguments of the verb <c>advise</c>.</param>
    public static IReadOnlyList<AdviseStep> Of(AdviceRequest request, IReadOnlyList<string> stores,
        IReadOnlyList<string> arguments) =>
    [
        .. stores.Select(store => Rate(request, store, stores, arguments)),
        .. stores.Select(store => Space(store, stores, arguments)),
    ];

    /// <summary>
    /// True if a result folder belongs to this step. A resumed advice finds the folder by it. Compares the whole name, since one
    /// store's name may end that of a hybrid.
    /// </summary>
    /// <param name="path">Path of the folder.</param>
    public bool Owns(string path) => Path.GetFileName(Path.TrimEndingDirectorySeparator(path)) is { Length: > Stamp } name
        && name[Stamp - 1] == '-' && name[Stamp..] == Name;

    private static AdviseStep Rate(AdviceRequest request, string store, IReadOnlyList<string> stores,
        IReadOnlyList<string> arguments)
    {
        string? trials = Given(arguments, "--trials");
        string? precision = Given(arguments, "--precision") ?? (trials is null ? Precision : null);
        string duration = Given(arguments, "--duration") ?? Defaults.SearchDuration + "s";
        string rates = Given(arguments, "--find-rates") ?? Range(request, Given(arguments, "--rate"));
        return new AdviseStep(store, Written(store) + "-rate", string.Create(CultureInfo.InvariantCulture,
            $"search {rates} records/s for {request.Limit}, up to {trials ?? Defaults.SearchTrials} trials of {duration}"),
            [
                $"--db={store}", $"--name={Written(store)}-rate", $"--find={request.Limit}", $"--find-rates={rates}",
                $"--duration={duration}",
                .. trials is null ? [] : new[] { $"--trials={trials}" },
                .. Given(arguments, "--warmup") is { } warmUp ? new[] { $"--warmup={warmUp}" } : [],
                .. precision is null ? [] : new[] { $"--precision={precision}" },
                .. Common(store, stores, arguments),
            ]);
    }

    private static AdviseStep Space(string store, IReadOnlyList<string> stores, IReadOnlyList<string> arguments)
    {
        string sizes = Given(arguments, "--records") ?? Sizes;
        return new AdviseStep(store, Written(store) + "-space", $"store {sizes} records a source, {SizeTrials} trials each",
            [
                $"--db={store}", $"--name={Written(store)}-space", $"--records={sizes}", $"--trials={SizeTrials}", "--warmup=1",
                .. Common(store, stores, arguments),
            ]);
    }

    /// <summary>
    /// Lists the arguments <c>--endpoint</c> and <c>--password-file</c> that belong to one of several databases and name none of
    /// them. <c>AdviseVerb</c> refuses them, because the sweep of each single store would take them for that store.
    /// </summary>
    /// <param name="stores">Names of the databases.</param>
    /// <param name="arguments">Normalized arguments of the verb <c>advise</c>.</param>
    public static IReadOnlyList<string> Unnamed(IReadOnlyList<string> stores, IReadOnlyList<string> arguments)
    {
        string[] databases = [.. stores.SelectMany(store => store.Split('+')).Distinct(StringComparer.Ordinal)];
        return databases.Length < 2 ? []
            : [.. arguments.Where(argument => OfDatabases.Contains(NameOf(argument), StringComparer.Ordinal)
                && argument != $"--container={ArgumentNormalizer.LeftOut}"
                && !databases.Contains(DatabaseOf(argument), StringComparer.Ordinal))];
    }

    /// <summary>A store as a part of <c>--name</c>, which takes no plus sign of a hybrid.</summary>
    private static string Written(string store) => store.Replace('+', '-');

    /// <summary>The rates around the asked one, as the text of <c>--find-rates</c>, with the same law of arrivals.</summary>
    private static string Range(AdviceRequest request, string? rate)
    {
        bool isPoisson = ArrivalRate.TryParse(rate, out var asked) && asked.IsPoisson;
        var highest = ArrivalRate.Total(Math.Min(ArrivalRate.Largest, request.RecordsPerS * Reach), isPoisson);
        return string.Create(CultureInfo.InvariantCulture, $"{request.RecordsPerS / Reach:0.######}..{highest}");
    }

    /// <summary>
    /// The user's arguments that apply to every sweep of a store, without those for other databases than its parts.
    /// </summary>
    private static IEnumerable<string> Common(string store, IReadOnlyList<string> stores, IReadOnlyList<string> arguments)
    {
        string[] others = [.. stores.SelectMany(other => other.Split('+')).Except(store.Split('+'))];
        return arguments.Where(argument => argument.StartsWith('-') && argument is not "-q"
            && !OfAdvice.Contains(NameOf(argument), StringComparer.Ordinal)
            && !(OfDatabases.Contains(NameOf(argument), StringComparer.Ordinal)
                && others.Contains(DatabaseOf(argument), StringComparer.Ordinal)));
    }

    /// <summary>The database that an argument names, written as <c>run</c> reads it. Empty if it names none.</summary>
    private static string DatabaseOf(string argument)
    {
        string value = ValueOf(argument);
        int equals = value.IndexOf('=', StringComparison.Ordinal);
        return equals < 0 ? string.Empty : value[..equals].Trim().ToLowerInvariant();
    }

    private static string? Given(IReadOnlyList<string> arguments, string name) =>
        arguments.LastOrDefault(argument => NameOf(argument) == name) is { } argument ? ValueOf(argument) : null;

    private static string NameOf(string argument) => argument.Split('=')[0];

    private static string ValueOf(string argument) =>
        argument.Contains('=', StringComparison.Ordinal) ? argument[(argument.IndexOf('=', StringComparison.Ordinal) + 1)..] : "";
}
