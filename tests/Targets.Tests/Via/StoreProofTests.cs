using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Via;

namespace DbIngest.Targets.Tests.Via;

/// <summary>A proof that fails says which side refused, and what to check there.</summary>
public sealed class StoreProofTests
{
    private uint _quality;

    [Theory]
    [InlineData("write", "The database does not store and delete", "its login may insert and delete.")]
    [InlineData("delete", "The database does not store and delete", "its login may insert and delete.")]
    [InlineData("read", "The service at http://localhost:8080 refuses to read", "start it again with the options of this run.")]
    public void Run_Refusal_SaysWhoRefusedAndWhatToDo(string refused, string begins, string ends)
    {
        string message = Should.Throw<TargetException>(() => Run(refused)).Message;
        message.ShouldStartWith(begins);
        message.ShouldContain(": The disk is full. ");
        message.ShouldEndWith(ends);
    }

    [Fact]
    public void Run_ServiceBeforeTheDatabase_Ends() => Should.NotThrow(() => Run(refused: null));

    private void Run(string? refused) => new StoreProof(() => new Client(this, refused), () => new Client(this, refused),
        new TrialTable(new PatternWorkload(3).Schema, 1, 1000, IsKeyed: true), new ServiceAddress("http://localhost:8080"))
        .Run(CancellationToken.None);

    /// <summary>A client whose database holds the quality of one record.</summary>
    private sealed class Client(StoreProofTests store, string? refused) : IBatchWriter, IRecordOperations
    {
        public bool IsIdempotent => true;

        public void Write(RecordBatch batch)
        {
            Do("write");
            store._quality = batch.Qualities[0];
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => throw new NotSupportedException();

        public void Read(int source, long sequence, IRecordReceiver found)
        {
            Do("read");
            found.Add(source, sequence, 0, store._quality, []);
        }

        public void Scan(int source, long first, int count, IRecordReceiver found) => throw new NotSupportedException();

        public void Update(RecordBatch record) => throw new NotSupportedException();

        public void Delete(int source, long sequence) => Do("delete");

        public void Restore() => throw new NotSupportedException();

        public void Dispose()
        {
        }

        private void Do(string call)
        {
            if (call == refused)
            {
                throw new BatchWriteException("The disk is full.", isTransient: false, isAmbiguous: false);
            }
        }
    }
}
