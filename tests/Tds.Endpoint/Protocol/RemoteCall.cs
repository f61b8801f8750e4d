using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Protocol;

/// <summary>A call of a stored procedure (MS-TDS 2.2.6.6).</summary>
/// <param name="Procedure">Its name; the well-known numbers are turned into names.</param>
/// <param name="Parameters">Names and values in their order; a name may be empty.</param>
internal sealed record RemoteCall(string Procedure, IReadOnlyList<(string Name, object? Value)> Parameters)
{
    private const int Numbered = 0xFFFF;

    /// <summary>Reads the first call of a message whose headers have been read.</summary>
    public static RemoteCall Read(PacketReader reader)
    {
        int length = reader.UInt16();
        string name = length == Numbered ? Name(reader.UInt16()) : reader.Text(length);
        reader.UInt16();
        var parameters = new List<(string, object?)>();
        while (!reader.IsAtEnd)
        {
            string parameter = reader.Text(reader.Byte());
            reader.Byte();
            var type = IncomingType.Read(reader);
            int bytes = type.Length(reader);
            parameters.Add((parameter, bytes < 0 ? null : type.Value(reader.Take(bytes))));
            if (type.IsChunked && bytes > 0)
            {
                reader.Int32();
            }
        }

        return new RemoteCall(name, parameters);
    }

    private static string Name(int number) => number switch
    {
        10 => "sp_executesql",
        12 => "sp_execute",
        13 => "sp_prepexec",
        15 => "sp_unprepare",
        _ => throw new ServerErrorException(2812, $"Could not find stored procedure {number}."),
    };
}
