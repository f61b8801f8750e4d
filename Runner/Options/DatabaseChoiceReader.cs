using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Hybrid;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads <c>--db</c>, <c>--client</c> and <c>--durability</c> into the databases of a sweep, and opens none.
/// <see cref="SweepRequestReader"/> calls it, and <see cref="ServeRequestReader"/> and the verb <c>targets</c> for <c>--db</c>
/// alone. A name of a client or durability level applies to each database that has it. The reader refuses a name that no database
/// has, a database that has none of the names, a client that this build lacks, and a deployment whose database <c>--db</c> does
/// not name.
/// </summary>
internal sealed class DatabaseChoiceReader(IReadOnlyList<TargetDefinition> catalogue, OptionReader reader)
{
    /// <summary>
    /// Reads the choice. Without <c>--db</c> it is the databases of the deployments, or else <see cref="Defaults.Databases"/>.
    /// Without <c>--client</c> or <c>--durability</c> each database has its default.
    /// </summary>
    /// <param name="options">The bound options, whose values are not checked yet.</param>
    /// <param name="deployed">The deployments of the command.</param>
    /// <returns>The databases in the order given. Empty if all were refused.</returns>
    public IReadOnlyList<DatabaseChoice> Read(SweepOptions options, IReadOnlyList<DeployedDatabase> deployed)
    {
        var definitions = Definitions(options.Databases
            ?? (deployed.Count > 0 ? string.Join(',', deployed.Select(d => d.Database).Distinct()) : Defaults.Databases));
        RefuseUnused(deployed, definitions);
        var clients = options.TextOf(SweepAxes.Client) is { } named ? reader.Words("--client", named) : null;
        RefuseAbsent(clients, definitions);
        var contracts = options.TextOf(SweepAxes.Durability) is { } promised ? reader.Words("--durability", promised) : null;
        return
        [
            .. Assign("--client", clients, definitions, d => [.. d.Clients.Select(c => c.Name)], d => d.DefaultClient.Name)
                .Zip(Assign(
                    "--durability", contracts, definitions, d => [.. d.Contracts.Select(c => c.Name)],
                        d => d.DefaultContract.Name), definitions)
                .Select(x => new DatabaseChoice(x.Third, [.. x.First.Where(name => IsBuiltIn(x.Third, name))], x.Second)
                {
                    Deployments = deployed.Where(d => d.Database == x.Third.Name).Select(d => (string?)d.Name).DefaultIfEmpty()
                        .ToList(),
                }),
        ];
    }

    /// <summary>Finds the definitions of databases and refuses unknown names.</summary>
    /// <param name="named">Names for <c>--db</c>, where a plus sign joins the parts of a composition.</param>
    /// <returns>The definitions found, in the order given.</returns>
    public IReadOnlyList<TargetDefinition> Definitions(NameList named)
    {
        var found = new List<TargetDefinition>();
        foreach (string name in reader.Words("--db", named))
        {
            if (name.Split(HybridDefinition.Separator).FirstOrDefault(part => !catalogue.Any(d => d.Name == part)) is { } unknown)
            {
                string[] names = [.. catalogue.Select(d => d.Name)];
                reader.Refuse("--db",
                    $"'{unknown}' is not known; {Nearest.Remedy(unknown, names, $"it is one of {string.Join(", ", names)}")}");
                continue;
            }

            try
            {
                found.Add(TargetCatalog.Find(name, catalogue));
            }
            catch (ArgumentException exception)
            {
                reader.Refuse("--db", exception.Message.Replace("--db ", string.Empty, StringComparison.Ordinal).TrimEnd('.'));
            }
        }

        return found;
    }

    private void RefuseUnused(IReadOnlyList<DeployedDatabase> deployed, IReadOnlyList<TargetDefinition> definitions)
    {
        foreach (var unused in deployed
            .Where(d => definitions.Count > 0 && !definitions.Any(definition => definition.Name == d.Database)))
        {
            reader.Refuse("--cluster",
                $"{unused.File} deploys {unused.Database}, which --db does not name; leave one of them out");
        }
    }

    /// <summary>False for a client that <see cref="RefuseAbsent"/> refused: later checks would ask for its properties.</summary>
    private static bool IsBuiltIn(TargetDefinition definition, string client) =>
        definition.Clients.Any(c => c.IsBuiltIn && c.Name == client);

    private void RefuseAbsent(IReadOnlyList<string>? clients, IReadOnlyList<TargetDefinition> definitions)
    {
        foreach (var definition in definitions)
        {
            foreach (var client in definition.Clients
                .Where(c => !c.IsBuiltIn && clients?.Contains(c.Name, StringComparer.OrdinalIgnoreCase) == true))
            {
                reader.Refuse("--client", $"'{client.Name}' for {definition.Name}: {client.Remedy}");
            }
        }
    }

    private List<IReadOnlyList<string>> Assign(
        string option,
        IReadOnlyList<string>? names,
        IReadOnlyList<TargetDefinition> definitions,
        Func<TargetDefinition, IReadOnlyList<string>> has,
        Func<TargetDefinition, string> defaultOf)
    {
        var chosen = new List<IReadOnlyList<string>>();
        foreach (var definition in definitions)
        {
            var known = has(definition);
            IReadOnlyList<string> matching = names is null
                ? [defaultOf(definition)]
                : [.. names.Select(n => known.FirstOrDefault(k => string.Equals(k, n, StringComparison.OrdinalIgnoreCase)))
                    .OfType<string>()];
            if (matching.Count == 0)
            {
                reader.Refuse(option,
                    $"{definition.Name} has none of {string.Join(", ", names!)}; "
                    + $"{Nearest.Remedy(names![0], known, $"it has {string.Join(", ", known)}: add one of them")}");
            }

            chosen.Add(matching);
        }

        foreach (string name in names ?? [])
        {
            if (definitions.Count > 0 && !definitions.Any(d => has(d).Contains(name, StringComparer.OrdinalIgnoreCase))
                && !chosen.Any(c => c.Count == 0))
            {
                reader.Refuse(option,
                    $"'{name}' is not known to {string.Join(" or ", definitions.Select(d => d.Name))}; "
                    + $"{Nearest.Remedy(name, definitions.SelectMany(has), "leave it out, or correct it")}");
            }
        }

        return chosen;
    }
}
