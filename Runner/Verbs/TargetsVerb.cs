using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Output;
using DbIngest.Clusters.Runs;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>targets</c>: lists the databases and whether each can be used now. <see cref="Verb.All"/> registers it.
/// It probes servers but starts none and writes nothing to them.
/// </summary>
internal static class TargetsVerb
{
    /// <summary>Most durability levels in a row of the list. A longer list is shortened.</summary>
    private const int MostNames = 5;

    /// <summary>The order of data models in the list.</summary>
    private static readonly DataModel[] Kinds =
        [DataModel.Relational, DataModel.NewSql, DataModel.WideColumn, DataModel.Document, DataModel.KeyValue,
            DataModel.TimeSeries, DataModel.Graph, DataModel.Mixed, DataModel.None];

    public static ExitCode Execute(TargetsOptions options, Screen screen)
    {
        var reader = new OptionReader();
        var all = Databases.With(options.Plugins);
        var deployed = new DeployedDatabaseReader(all, reader, Environment.GetEnvironmentVariable).Read(options);
        reader.RefuseIf(deployed.Count > 0 && options.Databases is not null, "--db",
            "the deployments of --cluster say which databases are meant; leave one of them out");

        var definitions = deployed.Count > 0 ? [.. deployed.Select(d => Databases.Find(d.Database))]
            : options.Databases is null ? all
            : new DatabaseChoiceReader(all, reader).Definitions(options.Databases);
        var names = definitions.SelectMany(d => d.Parts).Select(part => part.Name).Distinct(StringComparer.Ordinal).ToList();
        var access = names.Count == 0
            ? null
            : new DatabaseAccessReader(reader, Environment.GetEnvironmentVariable).Read(options, names, deployed);
        reader.ThrowIfRefused();
        screen.Scrubber.Add(access!.Secrets);
        if (options.EndpointOptions)
        {
            ShowOptions(definitions, options.Json, screen);
            return ExitCode.Done;
        }

        var common = new TargetOptions { WorkFolder = options.WorkFolder ?? Path.GetTempPath() };
        bool isList = options.Databases is null && deployed.Count == 0;
        var now = Availability.Ask(
            [.. definitions.Select((d, i) => (d, access.At(access.For(d, common), deployed.ElementAtOrDefault(i)?.Name)))], isList
            ? Availability.OfAList : Timeout.InfiniteTimeSpan);
        var found = definitions
            .Select((d, i) => (Definition: d, Now: isList || access.HasEndpoint(d) ? now[i] : WithRemedy(d, now[i]))).ToList();
        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize([.. found.Select(f => TargetReport.Of(f.Definition, f.Now))],
                VerbJson.Default.TargetReportArray));
        }
        else if (isList)
        {
            screen.Table(TableOf(found), asRemark: false);
        }
        else
        {
            found.ForEach(f => screen.Result(TargetText.Of(f.Definition, f.Now, WrappedText.WidthOfOutput)));
        }

        return ExitCode.Done;
    }

    private static TargetAvailability WithRemedy(TargetDefinition definition, TargetAvailability now) =>
        now.IsAvailable || ContainerRemedy.Of(definition) is not { Length: > 0 } remedy ? now
            : now with { Detail = $"{now.Detail.TrimEnd('.')}.{remedy}" };

    private static void ShowOptions(IReadOnlyList<TargetDefinition> definitions, bool json, Screen screen)
    {
        if (json)
        {
            screen.Result(JsonSerializer.Serialize([.. definitions.SelectMany(EndpointOptionReport.Of)],
                VerbJson.Default.EndpointOptionReportArray));
            return;
        }

        foreach (var definition in definitions)
        {
            screen.Table(
                new TextTable
                {
                    Title = $"Options of an endpoint of "
                        + $"{definition.Name}{(definition.Options.All.Count == 0 ? ": none" : string.Empty)}",
                    Headers = ["option", "values", "default", "meaning"],
                    RightAligned = [false, false, false, false],
                    Rows = [.. definition.Options.All
                        .Select(o => (IReadOnlyList<string>)[o.Name, o.Values, o.Default ?? string.Empty, o.Meaning])],
                    Notes = [$"{definition.Name} needs {definition.Needs}."],
                },
                asRemark: false);
        }
    }

    /// <summary>Formats the list, grouped by data model.</summary>
    private static TextTable TableOf(List<(TargetDefinition Definition, TargetAvailability Now)> found)
    {
        var groups = found.GroupBy(f => f.Definition.Model)
            .OrderBy(g => Array.IndexOf(Kinds, g.Key) is >= 0 and var place ? place : Kinds.Length).ToList();
        return new()
        {
            Title = "Databases",
            Headers = ["kind", "name", "usable", "clients", "durability"],
            RightAligned = [false, false, false, false, false],
            Rows = [.. groups.SelectMany(g => g.Select((f, i) => (IReadOnlyList<string>)
            [
                i == 0 ? Kind(g.Key) : string.Empty,
                f.Definition.Name,
                f.Now.IsAvailable ? "yes" : "no",
                string.Join(", ", f.Definition.Clients.Where(c => c.IsBuiltIn).Select(c => c.Name)),
                Some([.. f.Definition.Contracts.Select(c => c.Name)]),
            ]))],
            Notes =
            [
                .. groups.SelectMany(g => g).Where(f => f.Now.IsAvailable).Select(f => $"{f.Definition.Name}: {f.Now.Detail}"),
                .. groups.SelectMany(g => g).Where(f => !f.Now.IsAvailable)
                    .Select(f => $"{f.Definition.Name} needs {f.Definition.Needs}. Now: {f.Now.Detail}"),
                .. found.Exists(f => !f.Now.IsAvailable && ContainerRemedy.Of(f.Definition).Length > 0)
                    ? [$"--container has {ContainerEngine.OfThisMachine!.Program} start one of these for a run: "
                        + $"{string.Join(", ", found.Select(f => f.Definition.Name).Where(name => ContainerImages.Of(name) is not null))}."]
                    : Array.Empty<string>(),
                "The first client and the first durability of each are its defaults.",
                $"All about one, what it needs and what its contracts promise: dbingest targets --db NAME",
            ],
        };
    }

    private static string Kind(DataModel model) => model switch
    {
        DataModel.Relational => "relational",
        DataModel.NewSql => "NewSQL",
        DataModel.WideColumn => "wide column",
        DataModel.Document => "document",
        DataModel.KeyValue => "key-value",
        DataModel.TimeSeries => "time series",
        DataModel.Graph => "graph",
        DataModel.Mixed => "several",
        _ => "none",
    };

    /// <summary>Shortens a list of names to a line.</summary>
    private static string Some(string[] names) => names.Length <= MostNames
        ? string.Join(", ", names)
        : FormattableString.Invariant($"{string.Join(", ", names.Take(2))} and {names.Length - 2} more");
}
