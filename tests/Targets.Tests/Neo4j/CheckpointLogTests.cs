using DbIngest.Targets.Neo4j.Server;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class CheckpointLogTests
{
    private const string Whole = "INFO [neo4j/1a2b] checkpoint completed in 5ms @ txId: 41, append index: 41\n";

    /// <summary>The server may be writing the last line while it is read.</summary>
    [Theory]
    [InlineData("", 41)]
    [InlineData("INFO [neo4j/1a2b] checkpoint completed in 7ms @ txId: 43", 43)]
    [InlineData("INFO [neo4j/1a2b] checkpoint completed in 7ms @ txId: ", 41)]
    [InlineData("INFO [system/1a2b] checkpoint completed in 7ms @ txId: 99\n", 41)]
    public void LastCheckpoint_LineThatIsNotWhole_IsReadAsFarAsItGoes(string last, long transaction)
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, Whole + last);
            new CheckpointLog(file, "neo4j").LastCheckpoint().ShouldBe(transaction);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
