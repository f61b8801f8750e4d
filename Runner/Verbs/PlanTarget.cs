namespace DbIngest.Runner.Verbs;

/// <summary>What the pilot found of a target.</summary>
/// <param name="Database">The database.</param>
/// <param name="Client">The write path.</param>
/// <param name="Durability">The contract.</param>
/// <param name="Nodes">Nodes of its cluster, where they were asked for.</param>
/// <param name="Points">Its points.</param>
/// <param name="PilotRecordsPerS">Throughput of the pilot: rough, since it is small.</param>
/// <param name="BytesPerRecord">Data and index bytes a record.</param>
/// <param name="LogBytesPerRecord">Write-ahead log bytes a record.</param>
/// <param name="EstimatedS">The time that its trials would take.</param>
/// <param name="DiskNeededBytes">What its largest trial takes on the disk.</param>
internal sealed record PlanTarget(
    string Database,
    string Client,
    string Durability,
    int? Nodes,
    int Points,
    double PilotRecordsPerS,
    double BytesPerRecord,
    double LogBytesPerRecord,
    double EstimatedS,
    long DiskNeededBytes);
