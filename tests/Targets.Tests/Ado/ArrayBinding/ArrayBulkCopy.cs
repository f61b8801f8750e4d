using System.Data;

namespace DbIngest.Targets.Tests.Ado.ArrayBinding;

/// <summary>The stand-in's class for bulk copy, as far as the program calls it before it has rows.</summary>
public sealed class ArrayBulkCopy
{
    public ArrayBulkCopy(ArrayConnection connection) => ArgumentNullException.ThrowIfNull(connection);

    /// <summary>The last timeout in seconds that was set.</summary>
    internal static int SeenTimeoutS { get; private set; }

    public string DestinationTableName { get; set; } = string.Empty;

    public int BulkCopyTimeout
    {
        get => SeenTimeoutS;
        set => SeenTimeoutS = value;
    }

    public void WriteToServer(IDataReader reader) => ArgumentNullException.ThrowIfNull(reader);
}
