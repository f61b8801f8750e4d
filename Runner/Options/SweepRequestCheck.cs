using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Options;

/// <summary>
/// Checks a request as a whole: combinations of options that take too much, contradict each other, or ask what a database
/// cannot do. <see cref="SweepRequestReader"/> calls it last, after each option was read alone. It reports every problem to the
/// reader, opens nothing and never throws. New checks of one option go into a separate class, which <see cref="Check"/> calls.
/// </summary>
internal sealed class SweepRequestCheck(OptionReader reader)
{
    /// <summary>Most bytes of a request to the service: 1 GiB.</summary>
    private const long LargestBody = 1L << 30;

    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">
    /// The request. Its lists are empty where an option was refused. Without sources, batches, batches in flight or records,
    /// nothing is checked.
    /// </param>
    public void Check(SweepRequest request)
    {
        if (request.Sources.Count == 0 || request.Batches.Count == 0 || request.InFlight.Count == 0 || request.Records.Count == 0)
        {
            return;
        }

        if (request.PairAxis is { } compared && request.CountOn(compared) != 2)
        {
            reader.Refuse("--ab",
                FormattableString.Invariant(
                $"two values are compared, and --{compared.Option} has {request.CountOn(compared)}; give it two"));
        }
        else if (request.PairAxis is { IsComparedWithin: true } own
            && !request.Databases.Any(database => database.On(own).Count == 2))
        {
            reader.Refuse("--ab", $"no database has both values of --{own.Option}, so that databases would be compared; give one "
                + "of them both, or compare them by --ab db");
        }

        long points = request.Count;
        reader.RefuseIf(points > NonAxisLimits.Points, "axes", FormattableString.Invariant(
            $"the lists multiply to {points:N0} points; at most {NonAxisLimits.Points:N0}, so give fewer values to --records or another axis"));

        int trials = request.Trials * (request.Blocks ?? 1);
        reader.RefuseIf(trials > NonAxisLimits.TrialsOfAPoint, "--blocks", FormattableString.Invariant(
            $"{request.Blocks} blocks of {request.Trials} trials are {trials:N0} trials a point; at most {NonAxisLimits.TrialsOfAPoint:N0}, so lower one of them"));

        int sources = request.Sources.Max(l => l.Total);
        int inFlight = request.InFlight.Max();
        reader.RefuseIf(sources * inFlight > NonAxisLimits.Lanes, "--in-flight", FormattableString.Invariant(
            $"{sources} sources with {inFlight} batches in flight are {sources * inFlight:N0} connections; at most {NonAxisLimits.Lanes:N0}, so lower one of them"));

        int values = request.Values is { Count: > 0 } given ? given.Max() : 1;
        long batch = Math.Min(request.Batches.Max(), request.Records.Max());
        long memory = sources * inFlight * batch * (RecordSchema.FixedBytes + (8L * values));
        reader.RefuseIf(memory > NonAxisLimits.BatchMemoryBytes, "--batch", FormattableString.Invariant(
            $"the batches of {sources} sources with {inFlight} in flight would take {memory >> 20:N0} MiB; at most {NonAxisLimits.BatchMemoryBytes >> 20:N0}, so lower --batch"));

        if (request.Sources.FirstOrDefault(l => l.IsSpread) is { } spread
            && request.Databases.FirstOrDefault(d => !d.Definition.TakesSeveralProcesses) is { } alone)
        {
            reader.Refuse("--sources",
                $"{alone.Definition.Name} cannot be written by several processes as {spread} asks; write --sources "
                + $"{spread.Total}");
        }

        reader.RefuseIf(request.On(SweepAxes.Rate).Any(rate => rate.Stages.Count > 0)
            && request.On(SweepAxes.Duration).Count == 0,
            "--rate", "its stages take different times, so that none is the time of all trials; give --duration too");

        CheckHosts(request);
        CheckNodes(request);
        CheckContainers(request);
        CheckMix(request);
        CheckVia(request);
        new EndpointLimitCheck(reader).Check(request);
        new FaultCheck(reader).Check(request);
        new RestartCheck(reader).Check(request);
        new StreamCheck(reader).Check(request);
        new FreshnessCheck(reader).Check(request);
        new QueriesCheck(reader).Check(request);
        new AddedValuesCheck(reader).Check(request);
        new ClientThreadsCheck(reader).Check(request);
        new SeriesCheck(reader).Check(request);
        CheckLimits(request);
        if (request.Blocks is not null
            && request.Databases.SelectMany(d => d.Definition.Parts).FirstOrDefault(request.Access.HasEndpoint) is { } elsewhere)
        {
            // One block may come from either option.
            reader.Refuse(request.Blocks > 1 ? "--blocks" : "--isolate",
                $"{elsewhere.Name} is where --endpoint or --cluster says, and is not started for each block; leave "
                + $"one of them out");
        }
    }

    private void CheckHosts(SweepRequest request)
    {
        var hosts = request.Sources.SelectMany(layout => layout.Hosts).Distinct(StringComparer.Ordinal).ToList();
        if (hosts.Count == 0)
        {
            reader.RefuseIf(request.Launcher is not null, request.HostProgram is null ? "--launcher" : "--host-program",
                "no host is named for it to start sources on; write --sources 5@HOST+3@HOST, or leave it out");

            return;
        }

        if (request.Access.Deployed.FirstOrDefault(deployed => deployed.Resolved.GetProperty("provider")
            .GetString() is "local" or "compose") is { } here)
        {
            reader.Refuse("--sources",
                $"{hosts[0]} cannot reach {here.File}, whose nodes are at addresses of this machine alone; deploy them by "
                + $"ssh, or leave the hosts out");
        }

        var parts = request.Databases.SelectMany(d => d.Definition.Parts).DistinctBy(part => part.Name).ToList();
        foreach (var file in parts.Where(part => part.IsFile && request.Access.HasEndpoint(part)))
        {
            reader.Refuse("--sources",
                $"{hosts[0]} cannot reach a {file.Name} of this machine: the file that --endpoint names would be another one "
                + $"there; leave the hosts out, or measure a database with a server");
        }

        foreach (var part in parts.Where(part => part.Name != TargetCatalog.Ceiling && !request.Access.HasEndpoint(part)))
        {
            reader.Refuse("--sources",
                $"{hosts[0]} cannot reach a {part.Name} that is private to this machine; name a server that it can reach by "
                + $"--endpoint {part.Name}=...");
        }
    }

    /// <summary>Refuses requests that a service cannot carry, and clients that find no record by its key.</summary>
    private void CheckVia(SweepRequest request)
    {
        var ways = request.On(SweepAxes.Via);
        CheckServiceAxes(request, ways);
        if (ways.Count == 0)
        {
            return;
        }

        foreach (var database in request.Databases)
        {
            if (!database.Definition.IsServed)
            {
                reader.Refuse("--via", $"{UnservedPart.Refusal(database.Definition)}; leave the option out, or measure "
                    + $"{database.Definition.Name} in a separate sweep");
            }
            else if (database.Clients.FirstOrDefault(name =>
                !database.Definition.Client(name).Operations.HasFlag(RecordOperations.Reads)) is { } keyless)
            {
                reader.Refuse("--via", $"the client {keyless} of {database.Definition.Name} finds no record by its key, which the "
                    + "service needs; choose another by --client");
            }
        }

        new ServiceUrlCheck(reader).Check(request);
        if (ways is [SweepAxes.ViaNone])
        {
            return;
        }

        if (request.Mixes.FirstOrDefault(mix => mix.Operations.HasFlag(RecordOperations.UpdateIf)) is { } conditional)
        {
            reader.Refuse("--mix", $"{conditional.Words} changes records under a condition, which no request to the service of "
                + "--via service does; write rmw-plain instead of rmw, or leave one of the two options out");
        }

        if (ways.Contains(SweepAxes.ViaService)
            && request.Sources.SelectMany(layout => layout.Hosts).FirstOrDefault() is { } host)
        {
            reader.Refuse("--sources",
                $"{host} cannot reach the service of --via service, which listens on this machine alone; leave one of them out, "
                + "or name a service that both can reach by --via http://HOST:PORT");
        }

        int values = request.Values is { Count: > 0 } given ? given.Max() : 1;
        long body = BatchBody.SizeOf(request.Batches.Max(), values);
        reader.RefuseIf(body > LargestBody, "--batch", FormattableString.Invariant(
            $"a batch of {request.Batches.Max():N0} records with {values} values is a request of {body >> 20:N0} MiB; with --via service at most {LargestBody >> 20:N0}, so lower --batch"));
    }

    /// <summary>Refuses axes of the service for points without a service, and async for clients without such calls.</summary>
    private void CheckServiceAxes(SweepRequest request, IReadOnlyList<string> ways)
    {
        CheckIndex(request);
        var models = request.On(SweepAxes.ServiceThreads);
        foreach (string option in (string[])[
            .. models.Count > 0 ? ["--threads"] : Array.Empty<string>(),
            .. request.On(SweepAxes.ServiceConnections).Count > 0 ? ["--service-connections"] : Array.Empty<string>()])
        {
            reader.RefuseIf(ways is not [SweepAxes.ViaService], option,
                "it is an option of the service; give --via service alone, and measure --via none in a "
                    + "separate sweep, or leave it out");
        }

        reader.RefuseIf(request.On(SweepAxes.ServiceHttp).Count > 0 && (ways.Count == 0 || ways.Contains(SweepAxes.ViaNone)),
            "--http", "it is how requests reach the service; give --via service or its URL, and measure --via none in a "
                + "separate sweep, or leave it out");

        if (!models.Contains("async"))
        {
            return;
        }

        foreach (var database in request.Databases)
        {
            foreach (string name in database.BlockingClients)
            {
                string? other = database.Definition.Clients.FirstOrDefault(client => client.IsAsync)?.Name;
                reader.Refuse("--threads", $"the client {name} of {database.Definition.Name} has no asynchronous calls; "
                    + (other is null ? "leave async out" : $"give --client {other}, or leave async out"));
            }
        }
    }

    /// <summary>Refuses <c>--index</c> where nothing looks for records, and values that a database does not support.</summary>
    private void CheckIndex(SweepRequest request)
    {
        if (request.On(SweepAxes.Index).Count == 0)
        {
            return;
        }

        bool isAsked = request.On(SweepAxes.Queries).Count > 0;

        // A refused --mix or --queries might have looked for records.
        bool mayBeAsked = isAsked || reader.HasRefused("--mix") || reader.HasRefused("--queries");
        reader.RefuseIf(request.Mixes.Count == 0 && !mayBeAsked, "--index",
            "only a mix and --queries look for records; give one of them too, or leave it out");

        // Of a hybrid, a mix needs the key of control data and --queries that of the records, so that with --queries both must be
        // able to lose it.
        foreach (var database in request.Databases.SelectMany(d => isAsked ? d.Definition.Parts : [d.Definition])
            .DistinctBy(d => d.Name)
            .Where(d => !d.ReadsWithoutIndex && request.On(SweepAxes.Index).Contains(TableIndex.None)))
        {
            reader.Refuse("--index", $"{database.Name} finds no single record without its key; leave the option out, or measure it "
                + "in a separate sweep");
        }

        if (!request.On(SweepAxes.Index).Contains(TableIndex.Time))
        {
            return;
        }

        reader.RefuseIf(!request.Mixes.Any(mix => mix.Finds) && !mayBeAsked, "--index",
            "only --queries and find in a mix use the index on time; add find=N to --mix, or leave time out");

        foreach (var database in request.Databases.Select(d => d.Definition).Where(d => isAsked
            && !d.Clients.Any(client => client.Operations.HasFlag(RecordOperations.Find))))
        {
            reader.Refuse("--index", $"{database.Name} has no index on time here; leave time out, or measure it in a separate sweep");
        }
    }

    private void CheckLimits(SweepRequest request)
    {
        RefuseLimit(request, request.ServerLimits?.MemoryBytes is not null, "--server-memory");
        RefuseLimit(request, request.ServerLimits?.Cpus is not null, "--server-cpus");
    }

    private void RefuseLimit(SweepRequest request, bool isGiven, string option)
    {
        foreach (var definition in request.Databases.Select(d => d.Definition).Where(definition => isGiven
            && !definition.Parts.All(part => request.Access.Containers.ContainsKey(part.Name))))
        {
            reader.RefuseIf(!definition.StartsServer || request.Access.HasEndpoint(definition), option, definition.StartsServer
                ? $"{definition.Name} is where --endpoint says, and only a private server is limited; leave one of them out"
                : $"{definition.Name} starts no server that can be limited; leave the option out, or measure it in a "
                    + $"separate sweep");
        }
    }

    private void CheckMix(SweepRequest request)
    {
        if (request.Mixes.Count == 0)
        {
            reader.RefuseIf(request.Operations.Count > 0 && !reader.HasRefused("--mix"), "--operations",
                "only a mix has operations; give --mix too, or leave it out");

            return;
        }

        foreach (var database in request.Databases)
        {
            RefuseProcesses(request, database.Definition);
            foreach (string client in database.Clients)
            {
                RefuseMixes(request, database.Definition, client);
            }
        }

        CheckMixes(request);
        long least = request.Mixes.All(mix => mix.IsShared) ? 1
            : OperationMix.LeastRecords(request.Batches.Max(), request.InFlight.Max());
        reader.RefuseIf(request.Records.Min() < least, "--records", FormattableString.Invariant(
            $"a mix gives each batch in flight blocks of records that it alone changes, so a source needs {least:N0} records at least; give more, or lower --batch or --in-flight"));
    }

    private void RefuseProcesses(SweepRequest request, TargetDefinition definition)
    {
        reader.RefuseIf(!definition.SharesRecordsBetweenProcesses && request.Mixes.Any(mix => mix.IsShared)
            && request.Sources.Any(layout => layout.Processes.Count > 1),
            "--sources", $"{definition.Name} holds records in the memory of each process, so that processes cannot "
                + "share keys; give sources of one process, such as 8, or leave :shared out of --mix");
    }

    private void RefuseMixes(SweepRequest request, TargetDefinition definition, string client)
    {
        var needed = request.Mixes.Aggregate(RecordOperations.None, (all, mix) => all | mix.Operations);
        if (LackingOperations.Of(definition, client, needed,
            words => $"leave it out of a mix with {words}, or measure it in a separate sweep") is { } refusal)
        {
            reader.Refuse("--mix", refusal);
        }
    }

    private void CheckMixes(SweepRequest request)
    {
        foreach (string refusal in request.Mixes.Select(mix => mix.Refusal).OfType<string>())
        {
            reader.Refuse("--mix", refusal);
        }

        int lanes = request.Sources.Max(layout => layout.Total) * request.InFlight.Max();
        reader.RefuseIf(request.Mixes.Any(mix => mix.IsShared) && lanes > VersionBits.MostLanes, "--in-flight",
            FormattableString.Invariant(
                $"with keys=...:shared at most {VersionBits.MostLanes:N0} batches of all sources may be in flight, and these are {lanes:N0}; give fewer, or fewer --sources"));
    }

    private void CheckContainers(SweepRequest request)
    {
        foreach (var definition in request.Databases.Select(d => d.Definition))
        {
            string[] inside = [.. definition.Parts.Select(part => part.Name).Where(request.Access.Containers.ContainsKey)];
            if (inside.Length > 0 && inside.Length < definition.Parts.Count)
            {
                reader.Refuse("--container",
                    $"of {definition.Name}, {string.Join(" and ", inside)} would be in a container and "
                    + $"{definition.Parts.First(part => !inside.Contains(part.Name)).Name} would not; name an image of each, "
                    + $"or none");
            }

            reader.RefuseIf(inside.Length > 0 && request.Nodes.Count > 0, "--nodes",
                $"a container of {definition.Name} is one server; leave one of the two options out, or describe the "
                + $"cluster in a file with provider: compose and name it by --cluster");
        }
    }

    private void CheckNodes(SweepRequest request)
    {
        int nodes = request.Nodes.DefaultIfEmpty().Max();
        foreach (var definition in request.Databases.Select(d => d.Definition).Where(d => nodes > d.LargestCluster))
        {
            reader.Refuse("--nodes", definition.LargestCluster == 0
                ? $"no cluster of {definition.Name} can be started; leave the option out, or measure {definition.Name} in a "
                    + $"separate sweep"
                : $"a cluster of {definition.Name} has at most {definition.LargestCluster} nodes; give fewer");
        }
    }
}
